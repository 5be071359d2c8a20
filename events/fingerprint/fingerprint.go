// Package fingerprint says a hash in six words, for people who compare it by telephone. Six words are 48 bits: enough to
// notice a difference, never a proof. The hash itself is in the proof attached to a letter.
package fingerprint

import (
	"strings"

	"fieldpost/events"
)

// Of says the first 48 bits of a hash: "acid-olive-...".
func Of(h events.Hash) string {
	words := make([]string, 6)
	for i := range words {
		words[i] = marks[h[i]]
	}
	return strings.Join(words, "-")
}

// marks are 256 short words, one for each byte; their order never changes. They sound different from one another in English
// and can be spelt by a French speaker.
var marks = strings.Fields(`
acid actor agate album alert algae alibi amber angel apple april arena arrow aspen atlas audio
azure badge bagel baker banjo baron basil basin beach bench berry birch bison blade bonus boxer
brass bread brick bronze brush cabin cable cacao camel canal candy canoe cargo cedar cello chalk
charm chess chief cider cigar civic clock cloud clover coast cobra cocoa comet coral couch crane
crown curry cycle daisy dance delta denim diary diner disco dolphin domino dragon drama drum eagle
easel echo edge elbow elder ember emery envoy epoch ermine fable facet falcon fancy ferry fiber
fig flag flame flora flute forge forum fox frost fruit galaxy garnet gecko geyser giant ginger
glass globe glove gold grape guitar gusto habit hammer harbor hazel helmet heron hobby honey hotel
humor icon igloo index iris island ivory ivy jacket jade jazz jelly jewel judge jungle kayak
kernel kettle kiosk kite koala label ladder lagoon lamp laser latch lava lemon lentil lilac linen
lion lizard locust logic lotus lunar lyric magma magnet maple marble mask meadow medal melon menu
metal mint mirror model moose motor mural music nectar nickel noble north novel oasis oboe ocean
olive onion onyx opal opera orbit orchid otter oval oxide paint palace panda paper parrot pasta
patio pearl pebble pencil pepper phone piano pilot pixel pizza plaza plum polar pollen poppy potato
prism pulse puma quail quartz query quiver radar radio raven razor reef relay ribbon river robin
rocket rumba saddle safari salmon satin scarf sequoia sierra silver sketch sonar spiral sugar talon tango
`)
