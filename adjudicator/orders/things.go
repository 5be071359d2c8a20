package orders

// Thing is something on the map that a player has named.
type Thing struct {
	Name  string // canonical: a unit as the lexicon lists it, or a place
	Own   bool   // a unit of the player's
	Enemy bool   // a unit of the enemy's
}

// Thing reads a name of a unit or a place as it may stand in an order line. Of two with the same name it is the player's own, then the
// enemy's. It reports false if there is no such thing.
func (p *Parser) Thing(text string) (Thing, bool) {
	key := Fold(text)
	if id, ok, _ := p.scene.own.find(key); ok {
		return Thing{Name: id, Own: true}, true
	}
	if id, ok, _ := p.scene.enemy().find(key); ok {
		return Thing{Name: id, Enemy: true}, true
	}
	place, ok := p.scene.place(text, true)
	return Thing{Name: place}, ok
}
