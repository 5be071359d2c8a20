package keyring

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"fieldpost/events"
	"fieldpost/events/durable"
)

// The secret behind reply addresses is in mail.key. Beside it are mail.check, by which damage to it is found, mail.former with the secrets of
// before whose addresses still count, and for a moment mail.next: the secret that takes its place as soon as the office's log says so.
const (
	MailKey    = "mail.key"
	mailCheck  = "mail.check"
	mailFormer = "mail.former"
	MailNext   = "mail.next"
)

// MailFiles are those that change together, the one that counts last.
func MailFiles() []string { return []string{mailFormer, mailCheck, MailKey} }

// FormerSecret is a secret whose addresses count until an instant.
type FormerSecret struct {
	Secret []byte
	Until  int64 // Unix ms
}

// Print tells a mail secret from others, and nothing about it.
func Print(secret []byte) events.Hash {
	return sha256.Sum256(append([]byte("fieldpost mail key\x00"), secret...))
}

// MailSecret reads the secret, or makes one.
func (k Folder) MailSecret() ([]byte, error) {
	secret, err := Private(k.File(MailKey), FreshSecret)
	if err != nil {
		return nil, err
	}
	_, err = Private(k.File(mailCheck), func() ([]byte, error) { return []byte(Print(secret).String() + "\n"), nil })
	return secret, err
}

// MailFault says what is wrong with the secret, or returns nil. Letters go out all the same, but older ones cannot be answered with proof.
func (k Folder) MailFault() error {
	secret, err := os.ReadFile(k.File(MailKey))
	if errors.Is(err, fs.ErrNotExist) {
		return nil // it is made at the first start
	}
	if err != nil {
		return err
	}
	check, err := os.ReadFile(k.File(mailCheck))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil && string(check) != Print(secret).String()+"\n" {
		err = fmt.Errorf("%s is damaged, or not the one that %s was made for: answers to letters of before need to be confirmed. Put it back from a copy, or make another: fieldpost mailkey", MailKey, mailCheck)
	}
	return err
}

// StillCounting returns the former secrets that still count. The file is read now; it changes only while no server runs.
func (k Folder) StillCounting(now func() time.Time) (func() [][]byte, error) {
	list, err := k.Former()
	return func() (still [][]byte) {
		for _, f := range list {
			if now().UnixMilli() < f.Until {
				still = append(still, f.Secret)
			}
		}
		return still
	}, err
}

// Former returns the secrets that were in force before, oldest first.
func (k Folder) Former() (list []FormerSecret, err error) {
	data, err := os.ReadFile(k.File(mailFormer))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &list)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", mailFormer, err)
	}
	return list, nil
}

// Prepare writes the secret that is to be the next one; until is when the one in force ceases to count.
func (k Folder) Prepare(secret []byte, until int64) error {
	data, err := json.Marshal(FormerSecret{secret, until})
	if err != nil {
		return err
	}
	return durable.Replace(k.File(MailNext), data)
}

// Prepared returns the next secret, and until when the one in force counts after the change; ok is false if none is prepared.
func (k Folder) Prepared() (secret []byte, until int64, ok bool, err error) {
	data, err := os.ReadFile(k.File(MailNext))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, false, nil
	}
	var next FormerSecret
	if err == nil {
		err = json.Unmarshal(data, &next)
	}
	if err != nil {
		return nil, 0, false, fmt.Errorf("%s: %w", MailNext, err)
	}
	return next.Secret, next.Until, true, nil
}

// Unprepare takes the next secret away: it is in force, or never was.
func (k Folder) Unprepare() error { return os.Remove(k.File(MailNext)) }

// UseMail puts a secret in the place of the one in force, which counts until an instant (Unix ms). It may be done twice.
func (k Folder) UseMail(secret, inForce []byte, until int64) error {
	former, err := k.Former()
	if err != nil {
		return err
	}
	if string(inForce) != string(secret) {
		former = append(former, FormerSecret{inForce, until})
	}
	data, err := json.Marshal(former)
	if err != nil {
		return err
	}
	if err := durable.Replace(k.File(mailFormer), data); err != nil {
		return err
	}
	if err := durable.Replace(k.File(MailKey), secret); err != nil {
		return err
	}
	return durable.Replace(k.File(mailCheck), []byte(Print(secret).String()+"\n"))
}
