(set-logic HORN))
