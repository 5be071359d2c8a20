package conflict

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// The cards that the rules handle, by number (CH-C).
const (
	cardCommandAction   = "02"         // CH-C02
	cardFollowMe        = "03"         // CH-C03
	cardRally           = "04"         // CH-C04
	cardRapidDeployment = "05"         // CH-C05
	cardChaosOfBattle   = "06"         // CH-C06
	cardVeteranSergeant = "07"         // CH-C07
	cardOfficer         = "08"         // CH-C08
	cardCarefulAim      = "09"         // CH-C09
	cardQuickAction     = "10"         // CH-C10
	cardTakeCover       = "11"         // CH-C11
	cardLuck            = "12"         // CH-C12
	cardSniper          = "13"         // CH-C13
	cardBoggedDown      = "20"         // CH-C20
	cardScouts          = "30"         // CH-C30
	cardMinelaying      = "40"         // CH-C40
	cardClearing        = "41"         // CH-C41
	cardTellermine      = "tellermine" // a weapon card that may be played as minelaying (CH-CWtellermine)
)

// dealCards is step 4 of the preparation (CH-8.0c): each player draws what the scenario says, in secret. Event cards take
// effect at once and are replaced by another card (CH-8.3a). Objective cards are dealt in round 1.
func (g *Game) dealCards(t *table.Table) {
	if !g.Cards {
		return
	}
	deck := g.doc.Scenario.Deck
	n := deck.Later
	if g.Round == 1 {
		n = deck.First
		for _, s := range g.seats() {
			for range deck.Objectives {
				g.dealGoal(t.At("goals"), s)
			}
		}
	}
	for _, s := range g.Order {
		if g.side(s) == g.AI {
			continue
		}
		drawn := 0
		for i := 0; i < n && g.Ended == ""; i++ {
			if g.drawCard(t.At("cards"), s) {
				drawn++
			}
		}
		if n > 0 {
			t.For(append(g.rest(s), "")...).Report("CH-8.0c", "cards-drawn", table.A("side", s), table.A("n", drawn))
		}
	}
}

// dealGoal deals an objective card in secret.
func (g *Game) dealGoal(t *table.Table, s table.Seat) {
	if len(g.Secrets) == 0 {
		return
	}
	secret := t.For(s)
	var id string
	id, g.Secrets = secret.Draw(s, "objective", g.Secrets)
	g.camp(s).Goal = append(g.camp(s).Goal, id)
	secret.Report("CH-CEobjective", "objective-drawn", table.A("card", id))
}

// drawCard draws until it gets a card that is kept. It returns false if deck and discards are empty (A15).
func (g *Game) drawCard(t *table.Table, s table.Seat) bool {
	for len(g.Deck)+len(g.Discard) > 0 {
		if len(g.Deck) == 0 {
			g.Deck, g.Discard = g.Discard, nil
			slices.Sort(g.Deck)
			t.Report("CH-8.0c", "deck-again")
		}
		secret := t.For(s)
		var id string
		id, g.Deck = secret.Draw(s, "card", g.Deck)
		c, _ := g.doc.Card(id)
		if c.Kind != "event" {
			g.camp(s).Hand = append(g.camp(s).Hand, id)
			slices.Sort(g.camp(s).Hand)
			secret.Report("CH-8.0c", "card-dealt", table.A("card", id))
			return true
		}
		t.Report(c.Rule, "event-card", table.A("side", s), table.A("card", id))
		switch id {
		case "count":
			g.Count = true
		case "event":
			g.happens(t)
		case "ceasefire":
			g.Ended = "ending.ceasefire"
			return false
		}
	}
	return false
}

// happens is the scenario's event: the units waiting for it may enter from this round on.
func (g *Game) happens(t *table.Table) {
	var come []string
	for i := range g.Units {
		if u := &g.Units[i]; u.Off == coming && u.Round == never {
			u.Round = g.Round
			come = append(come, u.name())
		}
	}
	if len(come) > 0 {
		t.Report("CH-CEevent", "event-units", table.A("units", come))
	}
}

// quick plays card 10, announced before the first of two actions in a row (CH-C10); it costs 1 CAP.
func (g *Game) quick(t *table.Table, s table.Seat) *table.Refusal {
	if r := g.mayQuick(s); r != nil {
		return r
	}
	c := g.camp(s)
	card, _ := g.doc.Card(cardQuickAction)
	c.Cap -= card.Cost
	g.discard(c, cardQuickAction)
	g.Linked = 2
	t.Report("CH-C10", "card-played", table.A("side", s), table.A("card", cardQuickAction))
	return nil
}

func (g *Game) mayQuick(s table.Seat) *table.Refusal {
	c := g.camp(s)
	card, _ := g.doc.Card(cardQuickAction)
	switch {
	case !slices.Contains(c.Hand, cardQuickAction):
		return refuse("no-card", "CH-C10", table.A("card", cardQuickAction))
	case c.Cap < card.Cost:
		return refuse("no-cap", "CH-C10", table.A("cost", table.Base("card", card.Cost, "CH-C10")), table.A("cap", c.Cap))
	case g.Linked > 0:
		return refuse("quick-already", "CH-C10")
	}
	return nil
}

// checkPlay judges the play of an action card (CH-8.0d, CH-8.1, CH-C).
func checkPlay(k *Game, o *order) (price, *table.Refusal) {
	id := orders.Value(o.args, "card")
	if id == cardTellermine {
		return k.checkTellermine(o)
	}
	if r := otherwise(id); r != nil {
		return price{}, r
	}
	c := k.camp(o.seat)
	card, ok := k.doc.Card(id)
	if !ok || card.Kind != "action" || !slices.Contains(c.Hand, id) {
		return price{}, refuse("no-card", "CH-8.0c", table.A("card", id))
	}
	if len(o.units) > 1 {
		if !card.Group {
			return price{}, refuse("no-group-card", card.Rule, table.A("card", id))
		}
		if r := k.connected(o.units); r != nil {
			return price{}, r
		}
	}
	if r := k.cardTarget(o, id, card.Rule); r != nil {
		return price{}, r
	}
	return price{sum: table.Base("card", card.Cost, card.Rule), card: id, icon: card.Icon}, nil
}

// otherwise refuses a card that is not an action of its own, and says how it is played (CH-8.2a).
func otherwise(id string) *table.Refusal {
	switch id {
	case cardCommandAction:
		return refuse("card-02", "CH-C02")
	case cardCarefulAim:
		return refuse("card-09", "CH-C09")
	case cardQuickAction:
		return refuse("card-10", "CH-C10")
	case cardLuck:
		return refuse("card-12", "CH-C12")
	}
	return nil
}

// mayFilePlay refuses a card that is ordered with what it is not played with.
func mayFilePlay(k *Game, s table.Seat, l table.Line) *table.Refusal {
	o := k.orderOf(s, l)
	if r := k.misplayed(o); r != nil {
		return r
	}
	return k.aimless(o)
}

// misplayed refuses a card for enemies that is given one's own units, and any other one that is given an enemy.
func (k *Game) misplayed(o *order) *table.Refusal {
	id := orders.Value(o.args, "card")
	card, known := k.doc.Card(id)
	aims := id == cardChaosOfBattle || id == cardBoggedDown
	switch {
	case !known:
		return nil
	case aims && len(o.units) > 0:
		return refuse("no-own-unit", card.Rule, table.A("card", id))
	case !aims && orders.Value(o.args, "target") != "":
		return refuse("no-enemy", card.Rule, table.A("card", id))
	}
	return nil
}

// aimless refuses a card that is ordered with a way or a hex with which it is not played.
func (k *Game) aimless(o *order) *table.Refusal {
	id := orders.Value(o.args, "card")
	card, known := k.doc.Card(id)
	switch {
	case !known:
		return nil
	case id != cardRapidDeployment && orders.Value(o.args, "path") != "":
		return refuse("no-card-way", card.Rule, table.A("card", id))
	case id != cardMinelaying && id != cardTellermine && len(o.units) > 0 && orders.Value(o.args, "hex") != "": // without units they are what is missing
		return refuse("no-card-hex", card.Rule, table.A("card", id))
	}
	return nil
}

// cardTarget judges the target that a card is played on.
func (k *Game) cardTarget(o *order, id, rule string) *table.Refusal {
	needUnit := slices.Contains([]string{cardFollowMe, cardRally, cardRapidDeployment, cardOfficer, cardTakeCover, cardScouts, cardMinelaying, cardClearing}, id)
	if needUnit && len(o.units) == 0 {
		return refuse("which-unit", rule, table.A("card", id))
	}
	for i, name := range o.units {
		u := k.unit(name)
		engaged := u.on() && len(k.visibleFoes(u.Side, u.Hex)) > 0
		switch id {
		case cardFollowMe:
			if r := k.mayRally(u, true); r != nil {
				return r
			}
		case cardRally:
			if r := k.mayRally(u, false); r != nil {
				return r
			}
		case cardVeteranSergeant, cardOfficer:
			if u.Status != active {
				return refuse("not-active", rule, table.A("unit", name))
			}
		case cardTakeCover:
			if engaged {
				return refuse("engaged-card", rule, table.A("unit", name))
			}
			if r := k.mayDig(u, k.hastyLeft()-i, true); r != nil {
				return r
			}
		case cardMinelaying, cardClearing:
			switch {
			case u.Hit != "":
				return refuse("hit", rule, table.A("unit", name))
			case engaged:
				return refuse("engaged-card", rule, table.A("unit", name))
			case id == cardClearing && !k.light(u):
				return refuse("not-light", rule, table.A("unit", name))
			}
		}
	}
	return k.cardAim(o, id, rule)
}

// cardAim judges the enemy, the way or the hex given for a card.
func (k *Game) cardAim(o *order, id, rule string) *table.Refusal {
	switch id {
	case cardRapidDeployment:
		if _, r := k.rapid(o); r != nil {
			return r
		}
	case cardChaosOfBattle, cardBoggedDown:
		if len(o.units) > 0 {
			return refuse("no-own-unit", rule, table.A("card", id))
		}
		e := k.unit(orders.Value(o.args, "target"))
		if e == nil || !e.on() || e.Side == k.side(o.seat) {
			return refuse("which-enemy", rule, table.A("card", id))
		}
		if id == cardChaosOfBattle && e.Status == used {
			return refuse("used-already", rule, table.A("unit", e.name()))
		}
		if id == cardBoggedDown && !k.vehicle(e) {
			return refuse("vehicles-only", rule, table.A("target", e.name()))
		}
	case cardVeteranSergeant:
		if !k.camp(o.seat).Open {
			return refuse("no-activation", rule, table.A("units", o.units))
		}
	case cardSniper:
		if len(o.units) > 0 {
			return refuse("no-own-unit", rule, table.A("card", id))
		}
	case cardMinelaying:
		return k.mayMine(o, rule)
	case cardClearing:
		if k.clearable(o) == "" {
			return refuse("nothing-to-clear", rule, table.A("unit", o.units[0]))
		}
	}
	return nil
}

// barPlay refuses mines where the other side has hidden ones, or hidden mines that a hidden enemy would see being laid.
// The refusal is worded like any other.
func barPlay(g *Game, o *order) *table.Refusal {
	switch id := orders.Value(o.args, "card"); id {
	case cardMinelaying:
		return g.mayMine(o, "CH-C40")
	case cardTellermine:
		return g.mayMine(o, "CH-CWtellermine")
	}
	return nil
}

// mayMine judges where mines may be laid: in the unit's own hex or an adjacent one that has no mines and no enemy. Hidden
// mines must also be out of all enemy sight.
func (k *Game) mayMine(o *order, rule string) *table.Refusal {
	u, hex := k.unit(o.units[0]), k.mineHex(o)
	side := u.Side
	stock := k.doc.Tables.MineStock
	for _, f := range k.Forts {
		if f.Kind == "mines" {
			stock--
		}
	}
	switch {
	case said(o.args, "how") != "" && !o.hinted("hidden"):
		return refuse("mine-how", rule)
	case k.distance(u.Hex, hex) > 1 || len(k.visibleFoes(side, hex)) > 0:
		return refuse("mine-hex", rule, table.A("at", hex))
	case k.fort(hex, "mines") != nil || stock < 1:
		return refuse("mine-hex", rule, table.A("at", hex))
	case orders.Among(orders.Value(o.args, "how"), "hidden") && k.watched(k.other(side), hex):
		return refuse("mine-seen", rule, table.A("at", hex))
	}
	return nil
}

func (k *Game) mineHex(o *order) string {
	if h := orders.Value(o.args, "hex"); h != "" {
		return h
	}
	return k.unit(o.units[0]).Hex
}

// clearable returns the kind of obstacle that card 41 removes from the unit's hex: the one ordered, or the first one
// there.
func (k *Game) clearable(o *order) string {
	want := orders.Value(o.args, "how")
	for _, kind := range []string{"mines", "wire", "roadblock"} {
		if f := k.fort(k.unit(o.units[0]).Hex, kind); f != nil && (want == "" || want == kind) {
			return kind
		}
	}
	return ""
}

// checkTellermine judges laying mines with that card instead of a card 40.
func (k *Game) checkTellermine(o *order) (price, *table.Refusal) {
	w, _ := k.doc.Weapon(cardTellermine)
	if len(o.units) != 1 {
		return price{}, refuse("one-unit", w.Rule, table.A("units", o.units))
	}
	u := k.unit(o.units[0])
	if !slices.ContainsFunc(k.camp(o.seat).Issued, func(i Issued) bool { return i.Card == w.ID && i.Unit == u.name() }) {
		return price{}, refuse("no-weapon", "CH-8.4b", table.A("unit", u.name()), table.A("weapon", "weapon."+w.ID))
	}
	if r := k.mayMine(o, w.Rule); r != nil {
		return price{}, r
	}
	return price{sum: table.Base("card", w.Cost, w.Rule), card: w.ID, icon: "both"}, nil
}

// bound reports whether a card that is paid for with AP must be played on the unit that pays (CH-8.0d, A77).
func bound(card string) bool {
	return !slices.Contains([]string{cardChaosOfBattle, cardSniper, cardBoggedDown}, card)
}

// affordableCard is CH-8.0d: blue costs take CAP, green ones AP of the active unit, and two-coloured ones any mix.
func (k *Game) affordableCard(o *order, p price) *table.Refusal {
	c := k.camp(o.seat)
	ap, _ := k.cardMix(o, p)
	cost := p.sum.Total()
	switch {
	case cost == 0:
		return nil
	case p.icon == "cap" && o.pay.mode == byAP:
		return refuse("only-cap", "CH-8.0d", table.A("card", p.card))
	case p.icon == "ap" && o.pay.mode == byCap: // A87
		return refuse("only-ap", "CH-8.0d", table.A("card", p.card))
	}
	if ap > 0 && bound(p.card) {
		if len(o.units) > 1 && p.card != cardVeteranSergeant { // CH-8.5a: a group pays in CAP
			return refuse("group-cap", "CH-8.5a", table.A("card", p.card))
		}
		for _, name := range o.units {
			if k.unit(name).Status != active {
				return refuse("not-active", "CH-8.0d", table.A("unit", name))
			}
		}
	}
	if ap < 0 && p.icon == "ap" {
		return refuse("no-ap", "CH-8.0d", table.A("cost", p.sum), table.A("ap", c.AP), table.A("topup", 0))
	}
	if ap < 0 {
		return refuse("no-cap", "CH-8.0d", table.A("cost", p.sum), table.A("cap", c.Cap))
	}
	return nil
}

// cardMix splits the cost of a card by its icon and the order. If the order does not say, CAP are taken first. AP below 0
// means that the cost cannot be paid.
func (k *Game) cardMix(o *order, p price) (ap, cp int) {
	c, cost := k.camp(o.seat), p.sum.Total()
	purse := 0
	if c.Open {
		purse = c.AP
	}
	switch {
	case p.icon == "cap" || p.icon == "both" && o.pay.mode == byCap:
		cp = cost
	case p.icon == "ap":
		ap = cost
	case o.pay.mode == byAP:
		ap = min(cost, purse)
		cp = cost - ap
	default:
		cp = min(cost, c.Cap)
		ap = cost - cp
	}
	if ap > purse || cp > c.Cap {
		return -1, 0
	}
	return ap, cp
}

// settleCard takes the card and its cost.
func (g *Game) settleCard(t *table.Table, o *order, p price) {
	c := g.camp(o.seat)
	ap, cp := g.cardMix(o, p)
	c.AP -= ap
	c.Spent += ap
	c.Cap -= cp
	if p.card == cardTellermine {
		g.spendWeapon(t, attack{leader: o.units[0], weapon: p.card})
		return
	}
	g.discard(c, p.card)
	card, _ := g.doc.Card(p.card)
	args := []table.FactArg{table.A("side", o.seat), table.A("card", p.card)}
	if ap > 0 {
		args = append(args, table.A("ap", ap))
	}
	if cp > 0 {
		args = append(args, table.A("cap", cp))
	}
	t.Report(card.Rule, "card-played", args...)
}

// spendWeapon uses up a weapon card (CH-8.4a).
func (g *Game) spendWeapon(t *table.Table, a attack) {
	if a.weapon == "" || a.leader == "" {
		return
	}
	c := g.camp(g.unit(a.leader).Seat)
	if i := slices.IndexFunc(c.Issued, func(x Issued) bool { return x.Card == a.weapon && x.Unit == a.leader }); i >= 0 {
		c.Issued = slices.Delete(c.Issued, i, i+1)
	}
	w, _ := g.doc.Weapon(a.weapon)
	t.Report(w.Rule, "weapon-used", table.A("unit", a.leader), table.A("weapon", "weapon."+a.weapon))
}
