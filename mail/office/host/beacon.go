package host

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

// Rounds asks an HTTP relay of drand: GET base/CHAIN/public/ROUND, or latest.
func (b BeaconConfig) Rounds(client *http.Client) office.Relay {
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
