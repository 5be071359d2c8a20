package keyring_test

import (
	"bytes"
	"errors"
	"os"
	"testing"
	"time"

	"fieldpost/mail/office"
	"fieldpost/mail/office/keyring"
)

var (
	_ office.Keys  = keyring.Folder("")
	_ office.Marks = keyring.Folder("")
)

// folder is a folder of keys that is not there yet.
func folder(t *testing.T) keyring.Folder {
	t.Helper()
	return keyring.Folder(t.TempDir() + "/keys")
}

// TestKeysStayWhatTheyAre: a key is made once and read ever after; a later key does not take the place of the first.
func TestKeysStayWhatTheyAre(t *testing.T) {
	k := folder(t)
	first, err := k.Make("palace")
	if err != nil {
		t.Fatal(err)
	}
	second, err := k.Rotate("palace")
	if err != nil {
		t.Fatal(err)
	}
	again, err := k.Key("palace")
	later, fault := k.Later("palace")
	if err = errors.Join(err, fault); err != nil || again != first || second == first || len(later) != 1 || later[0] != second {
		t.Errorf("%v: %v, then %v and %v", err, first, again, later)
	}
	info, err := os.Stat(k.File("palace.dice"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info, err)
	}
}

// TestKeysTravelSealed: the keys of a game alone are sealed and taken elsewhere; without the passphrase they do not open, and a key that is there
// already is never replaced by another.
func TestKeysTravelSealed(t *testing.T) {
	from, to := folder(t), folder(t)
	for _, game := range []string{"palace", "hill"} {
		if _, err := from.Make(game); err != nil {
			t.Fatal(err)
		}
	}
	files, err := from.Files(func(name string) bool { return keyring.IsKeyOf("hill", name) })
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	sealed, err := keyring.Seal(files, "a cold winter of 1918")
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(sealed, files[0].Data) {
		t.Error("the key can be read without the passphrase")
	}
	if _, err := keyring.Unseal(sealed, ""); !errors.Is(err, keyring.ErrPassphrase) {
		t.Errorf("without a passphrase: %v", err)
	}
	if _, err := keyring.Unseal(sealed, "a mild winter of 1918"); err == nil {
		t.Error("another passphrase opens it")
	}
	opened, err := keyring.Unseal(sealed, "a cold winter of 1918")
	if err != nil {
		t.Fatal(err)
	}
	if err := to.Take("palace", opened); err == nil {
		t.Error("the key of one game is taken for another's")
	}
	if err := os.MkdirAll(string(to), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := to.Take("hill", opened); err != nil {
		t.Fatal(err)
	}
	if err := to.Take("hill", []keyring.File{{Name: "hill.dice", Data: []byte("another")}}); err == nil {
		t.Error("another key takes the place of the one that is there")
	}
	was, err := from.Key("hill")
	is, fault := to.Key("hill")
	if err = errors.Join(err, fault); err != nil || was != is {
		t.Errorf("%v: %v became %v", err, was, is)
	}
}

// TestTheMailKeyChanges: the former secret counts until its instant, also when the change is made twice; damage to the one in force is found.
func TestTheMailKeyChanges(t *testing.T) {
	k, now := folder(t), time.UnixMilli(1000)
	before, err := k.MailSecret()
	if err != nil {
		t.Fatal(err)
	}
	next := bytes.Repeat([]byte{7}, 32)
	if err := k.Prepare(next, 2000); err != nil {
		t.Fatal(err)
	}
	secret, until, ok, err := k.Prepared()
	if err != nil || !ok || until != 2000 {
		t.Fatal(until, ok, err)
	}
	for range 2 { // a crash came in between
		inForce, err := k.MailSecret()
		if err != nil {
			t.Fatal(err)
		}
		if err := k.UseMail(secret, inForce, until); err != nil {
			t.Fatal(err)
		}
	}
	if err := k.Unprepare(); err != nil {
		t.Fatal(err)
	}
	if _, _, ok, err := k.Prepared(); ok || err != nil {
		t.Error("it is prepared still", err)
	}
	still, err := k.StillCounting(func() time.Time { return now })
	if err != nil {
		t.Fatal(err)
	}
	if list := still(); len(list) != 1 || !bytes.Equal(list[0], before) {
		t.Errorf("former secrets: %x", list)
	}
	if now = time.UnixMilli(2000); len(still()) > 0 {
		t.Error("the former secret counts for ever")
	}
	if err := k.MailFault(); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(k.File(keyring.MailKey), before, 0o600); err != nil {
		t.Fatal(err)
	}
	if k.MailFault() == nil {
		t.Error("damage is not found")
	}
}
