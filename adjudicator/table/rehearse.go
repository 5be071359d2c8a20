package table

func (g *game[G]) Rehearse(w Window, s Seat, lines, standing []Line, n int) []Verdict { return nil }
func (g *game[G]) Odds(w Window, s Seat, l Line, limit int) ([]Chance, bool)          { return nil, false }
