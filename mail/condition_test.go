package mail_test

import (
	"errors"
	"testing"
	"time"

	"fieldpost/mail"
)

// TestAnAccountThatRestsIsNotBroken: what was wrong with an account counts no longer once it is not used here, and when it is used again a fault
// counts from then on.
func TestAnAccountThatRestsIsNotBroken(t *testing.T) {
	t.Parallel()
	var c mail.Condition
	now := time.Date(2026, 11, 1, 20, 0, 0, 0, time.UTC)
	c.Failed(t.Context(), errors.New("no such user"), now)
	if since, err := c.Fault(now.Add(time.Hour)); err == nil || !since.Equal(now) {
		t.Fatalf("an account that has failed: %v since %v", err, since)
	}
	c.Rests()
	if _, err := c.Fault(now.Add(time.Hour)); err != nil {
		t.Errorf("an account that is not used: %v", err)
	}
	again := now.Add(2 * time.Hour)
	c.Failed(t.Context(), errors.New("no such user"), again)
	if since, err := c.Fault(again); err == nil || !since.Equal(again) {
		t.Errorf("an account that fails when it is used again: %v since %v, want since %v", err, since, again)
	}
}
