(set-logic HORN
