package jetstream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	natsjs "github.com/nats-io/nats.go/jetstream"
)

// subjectsFault is the code of a log that takes no events, or others than ours.
const subjectsFault = "nats.subjects"

// Severity of a Finding.
type Severity string

const (
	// Wrong settings break a promise; the store refuses to open with those that the stream shows.
	Wrong Severity = "wrong"
	// Doubtful settings may break one, or cannot be seen from here.
	Doubtful Severity = "doubtful"
)

// Finding is one thing that Doctor advises the operator to change.
type Finding struct {
	Code     string // stable, as "nats.sync"
	Severity Severity
	Text     string // a sentence
}

// checkConfig compares a stream's settings with what our promises need.
func checkConfig(c natsjs.StreamConfig) []Finding {
	var found []Finding
	wrong := func(bad bool, code, text string) {
		if bad {
			found = append(found, Finding{Code: code, Severity: Wrong, Text: text})
		}
	}
	wrong(c.Storage != natsjs.FileStorage, "nats.storage", "it is kept in memory, not in files")
	wrong(!c.DenyDelete || !c.DenyPurge, "nats.deny", "deny_delete and deny_purge must both be set")
	wrong(c.AllowRollup, "nats.rollup", "one message with a rollup header could wipe it: allow_rollup_hdrs must be off")
	wrong(c.AllowMsgSchedules, "nats.schedules", "schedules turn rollups on: allow_msg_schedules must be off")
	wrong(c.AllowMsgTTL || c.MaxAge != 0, "nats.age", "messages would age and vanish: max_age and allow_msg_ttl must be off")
	wrong(c.MaxMsgs > 0 || c.MaxMsgsPerSubject > 0 || c.Retention != natsjs.LimitsPolicy, "nats.limits", "messages would be trimmed: retention must be limits, without a limit on their number")
	wrong(c.MaxBytes > 0 && c.Discard != natsjs.DiscardNew, "nats.discard", "when it is full it drops the oldest: discard must be new")
	wrong(c.PersistMode != natsjs.DefaultPersistMode, "nats.persist", "persist_mode async acknowledges before anything is written")
	wrong(c.Mirror != nil || len(c.Sources) > 0 || c.SubjectTransform != nil, "nats.mirror", "it must not be fed from other streams")
	wrong(len(c.Subjects) != 1 || c.Subjects[0] != subjectPrefix+"*", subjectsFault, "its subjects must be "+subjectPrefix+"*")
	return found
}

// Doctor compares the server with what our promises need and returns what to change. An error means that the server could not be asked.
func (s *Store) Doctor(ctx context.Context) ([]Finding, error) {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	info, err := s.infoOf(ctx, s.stream)
	if err != nil {
		return nil, err
	}
	found := checkConfig(info.Config)
	if s.embedded {
		return found, nil
	}
	if v := s.nc.ConnectedServerVersion(); newer("2.12.0", v) {
		found = append(found, Finding{"nats.version", Wrong, fmt.Sprintf("nats-server %s is too old: use 2.15.2 or newer", v)})
	} else if newer("2.15.2", v) {
		found = append(found, Finding{"nats.version", Doubtful, fmt.Sprintf("nats-server %s has not been tried: use 2.15.2 or newer", v)})
	}
	if info.Cluster != nil && info.Cluster.Name != "" && info.Config.Replicas == 1 {
		found = append(found, Finding{"nats.replicas", Doubtful, "the server belongs to a cluster, but the log has one copy: give it three"})
	}
	found = append(found, s.checkCopies(ctx, info)...)
	if info.Config.Replicas == 2 {
		found = append(found, Finding{"nats.replicas", Wrong, "two copies stop when either is away: use one or three"})
	}
	if s.nc.MaxPayload() < 1<<20 {
		found = append(found, Finding{"nats.payload", Wrong, fmt.Sprintf("max_payload is %d: it must be at least 1048576", s.nc.MaxPayload())})
	}
	return append(found, s.checkSync(ctx)...), nil
}

// checkCopies looks for copies that are missing now, and for buckets with fewer of them than the log has.
func (s *Store) checkCopies(ctx context.Context, log *natsjs.StreamInfo) (found []Finding) {
	if log.Cluster != nil {
		for _, peer := range log.Cluster.Replicas {
			if peer.Offline || !peer.Current {
				found = append(found, Finding{"nats.copy", Doubtful, fmt.Sprintf("the copy of the log on %s is away or behind: while it is, one more failure stops the games", peer.Name)})
			}
		}
	}
	for _, name := range []string{"OBJ_" + s.edition.of(blobBucket), "KV_" + s.edition.of(snapshotBucket), "KV_" + cabinetBucket, "OBJ_" + coldBucket, mailStream} {
		stream, err := s.streamNamed(ctx, name)
		if errors.Is(err, natsjs.ErrStreamNotFound) {
			continue // it is made when it is first needed
		}
		if err != nil {
			return append(found, Finding{"nats.replicas", Doubtful, fmt.Sprintf("the stream %s cannot be looked at: %v", name, err)})
		}
		if n := stream.CachedInfo().Config.Replicas; n < log.Config.Replicas {
			found = append(found, Finding{"nats.replicas", Wrong, fmt.Sprintf("the stream %s has %d copies, the log %d: what is in it would be lost first", name, n, log.Config.Replicas)})
		}
	}
	return found
}

// checkSync asks every server through the system account whether it syncs before it acknowledges.
func (s *Store) checkSync(ctx context.Context) []Finding {
	unseen := Finding{"nats.sync", Doubtful, "how the server syncs cannot be seen without its system account: make sure that its configuration says sync_interval: always"}
	if s.system == nil {
		return []Finding{unseen}
	}
	inbox := s.system.NewInbox()
	sub, err := s.system.SubscribeSync(inbox)
	if err != nil {
		return []Finding{unseen}
	}
	defer func() { _ = sub.Unsubscribe() }() // fails only on a connection that is gone
	if err := s.system.PublishRequest("$SYS.REQ.SERVER.PING.JSZ", inbox, nil); err != nil {
		return []Finding{unseen}
	}
	var found []Finding
	answers := 0
	for {
		// Servers answer one by one and the number of servers is unknown: a second of silence ends it.
		wait, cancel := context.WithTimeout(ctx, time.Second)
		msg, err := sub.NextMsgWithContext(wait)
		cancel()
		if err != nil {
			break
		}
		var answer struct {
			Server struct{ Name string }
			Data   struct {
				Disabled bool
				Config   struct {
					SyncAlways bool `json:"sync_always"`
				}
			}
		}
		if json.Unmarshal(msg.Data, &answer) != nil || answer.Data.Disabled {
			continue
		}
		answers++
		if !answer.Data.Config.SyncAlways {
			found = append(found, Finding{"nats.sync", Wrong, fmt.Sprintf("server %s acknowledges before the disk has it: set sync_interval: always", answer.Server.Name)})
		}
	}
	if answers == 0 {
		return []Finding{unseen}
	}
	return found
}
