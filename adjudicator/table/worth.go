package table

// Ahead returns how well a side stands that is so much ahead of the other, in thousandths of a victory: 500 if neither is, 750 if it is as much
// ahead as usually settles a game, and never quite 0 or 1000.
func Ahead(by, settled int) int { return even + even*by/(max(by, -by)+settled) }
