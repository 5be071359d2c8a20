package somme

import (
	"fmt"
	"slices"

	"fieldpost/adjudicator/position"
)

// campaignCorrection holds the campaign's lists for both sides (SO-C, SO-CAM), in "set:" and in the state. Events are
// given by their ids.
type campaignCorrection struct {
	Hands   sides  `key:"hands"` // events in hand
	Pools   sides  `key:"pools"`
	Ready   sides  `key:"ready"`   // events laid ready for the enemy's phases
	Thrown  sides  `key:"thrown"`  // events of gone that their side threw away, unseen by the other
	Gains   sides  `key:"gains"`   // replacements of this turn not yet taken: columns of the table
	Penalty counts `key:"penalty"` // victory points lost by HQs turned back
}

// sides holds a list for each side.
type sides struct {
	German []string `key:"german"`
	Allied []string `key:"allied"`
}

// counts holds a number for each side.
type counts struct {
	German int `key:"german"`
	Allied int `key:"allied"`
}

// correctCampaign replaces what only the campaign has; whatever a setting does not name is empty.
func (g *Game) correctCampaign(s *position.Setting) error {
	part, err := s.Part("campaign")
	if part == nil || err != nil {
		return err
	}
	var own campaignCorrection
	if err := part.Own(&own); err != nil {
		return err
	}
	g.Campaign = Campaign{}
	c := &g.Campaign
	if err := part.Merge(c); err != nil {
		return err
	}
	for _, list := range []sides{own.Hands, own.Pools, own.Ready, own.Thrown} {
		if err := g.knowsEvents(list.German, german); err != nil {
			return err
		}
		if err := g.knowsEvents(list.Allied, allied); err != nil {
			return err
		}
	}
	if err := g.knowsEvents(slices.Concat(c.Played, c.Gone), ""); err != nil {
		return err
	}
	for _, word := range slices.Concat(own.Gains.German, own.Gains.Allied) {
		if !slices.Contains(columns, word) {
			return fmt.Errorf("campaign: gains: %q", word)
		}
	}
	for _, id := range slices.Concat(c.Delayed, c.Early) {
		if g.unit(id) == nil {
			return fmt.Errorf("campaign: there is no %q", id)
		}
	}
	c.Ready, c.Gains, c.Thrown = g.given(own.Ready), g.given(own.Gains), g.given(own.Thrown)
	if part.Has("hands") {
		c.Hands = own.Hands.list()
	}
	if part.Has("pools") { // without pools no events are drawn
		c.Pools = own.Pools.list()
	}
	if part.Has("penalty") {
		c.Penalty = []Count{{german, own.Penalty.German}, {allied, own.Penalty.Allied}}
	}
	return g.soundMarkers(c.Backs)
}

// knowsEvents reports ids that are not events, or not events of a side.
func (g *Game) knowsEvents(ids []string, s seat) error {
	for _, id := range ids {
		if e := g.event(id); e.ID == "" || s != "" && e.Side != string(s) {
			return fmt.Errorf("campaign: %q is no event of %q", id, string(s))
		}
	}
	return nil
}

// list returns the lists as the position keeps them.
func (s sides) list() []Hand { return []Hand{{german, s.German}, {allied, s.Allied}} }

// given returns the list with only those sides that have something, the one with the initiative first.
func (g *Game) given(s sides) []Hand {
	list := slices.DeleteFunc(s.list(), func(h Hand) bool { return h.Events == nil })
	if g.Initiative == allied {
		slices.Reverse(list)
	}
	return list
}

// sidesOf is the inverse of list.
func sidesOf(list []Hand) sides { return sides{ready(list, german), ready(list, allied)} }

// derivedCampaign returns what the state shows of the campaign, in the keys of "set:".
func (g *Game) derivedCampaign() campaignCorrection {
	c := g.Campaign
	return campaignCorrection{sidesOf(c.Hands), sidesOf(c.Pools), sidesOf(c.Ready), sidesOf(c.Thrown), sidesOf(c.Gains), counts{g.penaltyOf(german), g.penaltyOf(allied)}}
}
