package landships

// constant is a plain value of the charts by its id, 0 for one that is not there.
func (g *Game) constant(id string) int {
	for _, c := range g.doc.Tables.Constants {
		if c.ID == id {
			return c.Value
		}
	}
	return 0
}
