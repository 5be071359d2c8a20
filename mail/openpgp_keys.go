package mail

import (
	"errors"
	"fmt"
	"time"

	"github.com/ProtonMail/gopenpgp/v3/crypto"
)

// readKey reads one armoured public key that may sign. A secret key is refused: it should not be in anyone's mail.
func readKey(data []byte) (*crypto.Key, error) {
	key, err := crypto.NewKeyFromArmored(string(data))
	switch {
	case err != nil:
		return nil, fmt.Errorf("not understood as an OpenPGP key: %w", err)
	case key.IsPrivate():
		return nil, errors.New("a secret key")
	}
	return key, nil
}

// verifyOpenPGP reports when a key has signed data. data is what was signed, with CRLF line ends.
func verifyOpenPGP(key, data, signature []byte, now time.Time) (made int64, err error) {
	k, err := readKey(key)
	if err != nil {
		return 0, err
	}
	verify, err := crypto.PGP().Verify().VerificationKey(k).VerifyTime(now.Unix()).New()
	if err != nil {
		return 0, err
	}
	result, err := verify.VerifyDetached(data, signature, crypto.Auto)
	if err != nil {
		return 0, err
	}
	if err := result.SignatureError(); err != nil {
		return 0, fmt.Errorf("no good signature of the key %s: %w", k.GetFingerprint(), err)
	}
	return result.SignatureCreationTime(), nil
}
