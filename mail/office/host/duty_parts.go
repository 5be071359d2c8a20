package host

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"fieldpost/adjudicator/table"
	"fieldpost/events/jetstream"
	"fieldpost/mail/office"
	"fieldpost/mail/office/cluster"
)

// declineAfter is how long a server tries in vain to do the work of a part before it leaves it to another one. A cluster that loses a node may not answer
// for some seconds; then nobody can.
const declineAfter = 15 * time.Second

// takeOver begins the work on the parts that the shift has: with the keys that were made elsewhere, and with the mails that wait. Until all of it has
// succeeded it is done again.
func (s *Server) takeOver(ctx context.Context, shift *jetstream.Shift) error {
	var won []string
	for _, part := range shift.Parts() {
		if !s.Hands.Taken(part) || s.unlooked[part] {
			won = append(won, part)
		}
	}
	if len(won) == 0 || !shift.Lives() {
		return nil
	}
	at := ""
	err := s.takeParts(ctx, won, &at)
	switch {
	case ctx.Err() != nil:
		return err
	case err == nil:
		for _, part := range won {
			s.hindered.Note(part, nil)
			delete(s.unlooked, part)
			shift.Carries(part)
		}
	case at != "":
		s.hindered.Note(at, err)
	default:
		for _, part := range won {
			s.hindered.Note(part, err)
		}
	}
	return err
}

// takeParts does that. at is the part that an error is about, or "" if it is about all.
func (s *Server) takeParts(ctx context.Context, won []string, at *string) error {
	if err := s.Shared.UpToDate(ctx); err != nil {
		return err
	}
	if err := s.Shared.FetchKeys(ctx); err != nil {
		return err
	}
	for _, part := range won {
		*at = part
		if _, err := s.fetched.Fill(ctx, part, s.Spool.Take); err != nil {
			return err
		}
		if s.Hands.Taken(part) {
			continue
		}
		s.unlooked[part] = true
		s.Hands.Takes(ctx, part)
		s.Log.Info("a part of the work is taken over", "part", part)
	}
	*at = ""
	if slices.Contains(won, cluster.OfficePart) {
		if err := s.Shared.Mails.Clear(ctx); err != nil && ctx.Err() == nil {
			s.Log.Info("what is left of mails that were never whole stays in the cluster", "error", err)
		}
	}
	return s.TakeOver(ctx)
}

// letGo ends the work on parts and gives them away.
func (s *Server) letGo(ctx context.Context, shift *jetstream.Shift, parts []string) error {
	s.leave(parts)
	return shift.Give(ctx, parts)
}

// leave ends the work on parts.
func (s *Server) leave(parts []string) {
	for _, part := range parts {
		s.Hands.Drops(part)
	}
	s.LetGo()
	for _, part := range parts {
		s.fetched.Leave(part)
		s.hindered.Note(part, nil)
		s.starved.Note(part, nil)
		delete(s.unlooked, part)
	}
}

// decline leaves parts to another server that this one has tried in vain to do the work of.
func (s *Server) decline(ctx context.Context, shift *jetstream.Shift) {
	late := s.hindered.Longer(s.Patience)
	maps.Copy(late, s.starved.Longer(s.Patience))
	maps.DeleteFunc(late, func(part string, _ error) bool { return !shift.Has(part) || !shift.Replaceable(part) })
	if len(late) == 0 {
		return
	}
	parts := slices.Sorted(maps.Keys(late))
	why := late[parts[0]].Error()
	s.Log.Error("this server cannot do these parts of the work, and leaves them to another for a while", "parts", strings.Join(parts, ", "), "error", why)
	s.leave(parts)
	if err := shift.Decline(ctx, parts, why); err != nil {
		s.Log.Info("that could not be told to the other servers yet", "error", err)
	}
}

// tellDeclined tells the game master what servers decline, once for each part and shift of a server. The server that has the office does so.
func (s *Server) tellDeclined(ctx context.Context, shift *jetstream.Shift) {
	if !s.Hands.Works(cluster.OfficePart) || s.unlooked[cluster.OfficePart] {
		return
	}
	fresh := map[string][]jetstream.Declined{}
	for _, d := range shift.Declined() {
		if !s.toldDeclined[about(d)] {
			fresh[d.Server.ID] = append(fresh[d.Server.ID], d)
		}
	}
	for _, list := range fresh {
		var parts []string
		for _, d := range list {
			parts = append(parts, d.Part)
		}
		err := s.NotifyMaster(ctx, office.Notice{
			About: about(list[0]), Code: "declined", Values: []table.FactArg{table.A("server", list[0].Server.Name)},
			Details: []string{strings.Join(parts, ", ") + ": " + list[0].Why},
		})
		if err != nil {
			s.Log.Warn("the game master could not be told yet", "error", err)
			continue
		}
		for _, d := range list {
			s.toldDeclined[about(d)] = true
		}
	}
}

// about names what a server declines in one of its shifts.
func about(d jetstream.Declined) string {
	return fmt.Sprintf("%s/%d/%s", d.Server.ID, d.Term, d.Part)
}
