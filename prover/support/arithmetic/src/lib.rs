//! Adders and multipliers as circuits, with the adders they are made of.
