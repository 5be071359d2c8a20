package somme

import (
	"fmt"
	"slices"
)

// CampaignSetting is what only the campaign has (SO-C, SO-CAM). It replaces all that there was: what it does not name is
// empty. Events are named by their ids.
type CampaignSetting struct {
	Hands *SidesSetting `json:"hands"` // events in hand
	Pools *SidesSetting `json:"pools"`
	Ready *SidesSetting `json:"ready"` // events laid ready for the enemy's phases
	Gains *SidesSetting `json:"gains"` // replacements of this turn not yet taken: columns of the table

	Played []string `json:"played"` // events in force this turn
	Gone   []string `json:"gone"`   // events out of the game

	Backs  []MarkerSetting `json:"backs"`  // objective markers on the map
	Named  string          `json:"named"`  // Generalissimo: foch, joffre, petain; failed
	Lifted []string        `json:"lifted"` // restrictions of cooperation: stack, attack, artillery, air, all

	Penalty *CountsSetting `json:"penalty"` // victory points lost by HQs turned back
	Delayed []string       `json:"delayed"` // counters that come a sequence later
	Early   []string       `json:"early"`   // and a sequence earlier, by rail
	Charges int            `json:"charges"` // bridges that go up without a die
}

// SidesSetting is a list for each side.
type SidesSetting struct {
	German []string `json:"german"`
	Allied []string `json:"allied"`
}

// CountsSetting is a number for each side.
type CountsSetting struct {
	German int `json:"german"`
	Allied int `json:"allied"`
}

// setCampaign replaces what only the campaign has.
func (g *Game) setCampaign(s *CampaignSetting) error {
	if s == nil {
		return nil
	}
	for _, list := range []*SidesSetting{s.Hands, s.Pools, s.Ready} {
		if list != nil {
			if err := g.knowsEvents(list.German, german); err != nil {
				return err
			}
			if err := g.knowsEvents(list.Allied, allied); err != nil {
				return err
			}
		}
	}
	if err := g.knowsEvents(slices.Concat(s.Played, s.Gone), ""); err != nil {
		return err
	}
	for _, x := range []struct {
		key  string
		said []string
		may  []string
	}{
		{"named", []string{s.Named}, append([]string{"", failed}, generals...)},
		{"lifted", s.Lifted, []string{"stack", "attack", "artillery", "air", "all"}},
		{"gains", slices.Concat(bySide(s.Gains)...), columns},
	} {
		for _, word := range x.said {
			if !slices.Contains(x.may, word) {
				return fmt.Errorf("campaign: %s: %q", x.key, word)
			}
		}
	}
	for _, id := range slices.Concat(s.Delayed, s.Early) {
		if g.unit(id) == nil {
			return fmt.Errorf("campaign: there is no %q", id)
		}
	}
	backs, err := g.markersSet(s.Backs)
	if err != nil {
		return fmt.Errorf("campaign: backs: %w", err)
	}
	g.Campaign = Campaign{Hands: handsOf(s.Hands), Pools: handsOf(s.Pools), Ready: g.givenOf(s.Ready), Gains: g.givenOf(s.Gains),
		Played: s.Played, Gone: s.Gone, Backs: backs, Named: s.Named, Lifted: s.Lifted, Delayed: s.Delayed, Early: s.Early, Charges: s.Charges}
	if p := s.Penalty; p != nil {
		g.Campaign.Penalty = []Count{{german, p.German}, {allied, p.Allied}}
	}
	return nil
}

// knowsEvents reports what is no event, or none of a side.
func (g *Game) knowsEvents(ids []string, s seat) error {
	for _, id := range ids {
		if e := g.event(id); e.ID == "" || s != "" && e.Side != string(s) {
			return fmt.Errorf("campaign: %q is no event of %q", id, string(s))
		}
	}
	return nil
}

// bySide returns the two lists.
func bySide(s *SidesSetting) [][]string {
	if s == nil {
		return nil
	}
	return [][]string{s.German, s.Allied}
}

// handsOf is the same as the position keeps it.
func handsOf(s *SidesSetting) []Hand {
	if s == nil {
		return nil
	}
	return []Hand{{german, s.German}, {allied, s.Allied}}
}

// givenOf is handsOf with those sides alone that have a list, the one with the initiative first.
func (g *Game) givenOf(s *SidesSetting) []Hand {
	list := slices.DeleteFunc(handsOf(s), func(h Hand) bool { return h.Events == nil })
	if g.Initiative == allied {
		slices.Reverse(list)
	}
	return list
}

// The way back: what a position has, in the words of "set:".

func sidesOf(list []Hand) *SidesSetting {
	if len(list) == 0 {
		return nil
	}
	return &SidesSetting{German: ready(list, german), Allied: ready(list, allied)}
}

func markersOf(list []Captured) []MarkerSetting {
	if list == nil {
		return nil
	}
	out := []MarkerSetting{}
	for _, c := range list {
		out = append(out, MarkerSetting(c))
	}
	return out
}

// campaignOf is what the campaign has.
func (g *Game) campaignOf() *CampaignSetting {
	c := g.Campaign
	out := &CampaignSetting{Hands: sidesOf(c.Hands), Pools: sidesOf(c.Pools), Ready: sidesOf(c.Ready), Gains: sidesOf(c.Gains),
		Played: c.Played, Gone: c.Gone, Backs: markersOf(c.Backs), Named: c.Named, Lifted: c.Lifted, Delayed: c.Delayed, Early: c.Early, Charges: c.Charges}
	if len(c.Penalty) > 0 {
		out.Penalty = &CountsSetting{German: g.penaltyOf(german), Allied: g.penaltyOf(allied)}
	}
	return out
}
