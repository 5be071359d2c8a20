package main

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"

	"fieldpost/events"
	"fieldpost/events/beacon"
	"fieldpost/mail/office"
)

// BeaconConfig says where rounds of the public beacon come from.
type BeaconConfig struct {
	Relay string `yaml:"relay"` // base address of an HTTP relay, such as https://api.drand.sh; none: rounds come by mail
}

// relay asks an HTTP relay of drand: GET base/CHAIN/public/ROUND, or latest.
func (b BeaconConfig) relay(client *http.Client) office.Relay {
	if b.Relay == "" {
		return nil
	}
	base := strings.TrimSuffix(b.Relay, "/")
	return func(ctx context.Context, chain events.Beacon, round int64) (int64, []byte, error) {
		which := "latest"
		if round > 0 {
			which = fmt.Sprint(round)
		}
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprintf("%s/%s/public/%s", base, chain.Chain, which), nil)
		if err != nil {
			return 0, nil, err
		}
		answer, err := client.Do(request)
		if err != nil {
			return 0, nil, err
		}
		defer func() { _ = answer.Body.Close() }() // only read
		if answer.StatusCode != http.StatusOK {
			return 0, nil, fmt.Errorf("the relay answers %s", answer.Status)
		}
		var told struct {
			Round     int64  `json:"round"`
			Signature string `json:"signature"`
		}
		if err := json.NewDecoder(io.LimitReader(answer.Body, 64<<10)).Decode(&told); err != nil {
			return 0, nil, err
		}
		signature, err := hex.DecodeString(told.Signature)
		if err == nil && len(signature) != beacon.SignatureSize {
			err = fmt.Errorf("the relay gave a signature of %d bytes", len(signature))
		}
		return told.Round, signature, err
	}
}

// GameRoundCmd hands in a round.
type GameRoundCmd struct {
	Place
	ID        string `arg:"" help:"Name of the game."`
	Round     int64  `arg:"" help:"Number of the round; 'game show' says which is awaited."`
	Signature string `arg:"" help:"Its signature, 96 hexadecimal digits."`
}

// Help says where a round can be read.
func (GameRoundCmd) Help() string {
	return `A round of the chain quicknet can be read at any drand relay, such as
  https://api.drand.sh/52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971/public/ROUND
Its signature proves itself: a wrong one is refused. Anybody may mail it instead: BEACON GAME ROUND SIGNATURE.`
}

// Run hands it in.
func (g *GameRoundCmd) Run(ctx context.Context, c *Console) error {
	return g.run(ctx, c, "round", office.RoundRequest{Game: g.ID, Round: g.Round, Signature: g.Signature})
}
