package host

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"fieldpost/events/jetstream"
	"fieldpost/mail/office"
	"fieldpost/projections/archive"
)

// everywhere are the calls that any server of a cluster carries out: they only tell something, or are about the server's own clock or files.
var everywhere = []string{"list", "show", "status", "export", "clock", "trust", "import"}

// Call carries out a game master's command: those that need the files of the installation, and those of the office. On a cluster the server that
// works on the game does it, whichever was asked.
func (in *Installation) Call(ctx context.Context, name string, request []byte) ([]byte, error) {
	if in.Hands == nil || slices.Contains(everywhere, name) {
		return in.callOwn(ctx, name, request)
	}
	game, err := gameAsked(request)
	if err != nil {
		return nil, err
	}
	if game == "" || in.Hands.Mine(game) {
		return in.callOwn(ctx, name, request)
	}
	answer, err := in.handOn(ctx, game, name, request)
	if err == nil { // who asked may read what this server has of the game next
		if _, fault := archive.CatchUp(ctx, in.Store, in.Archive, game); fault != nil {
			in.Log.Info("the archive could not follow the log now", "game", game, "error", fault)
		}
	}
	return answer, err
}

func (in *Installation) callOwn(ctx context.Context, name string, request []byte) ([]byte, error) {
	if name != "import" {
		return in.Office.Call(ctx, name, request)
	}
	var r ImportRequest
	if err := json.Unmarshal(request, &r); err != nil {
		return nil, err
	}
	return in.importGame(ctx, r)
}

// gameAsked names the game that a request is about, or "".
func gameAsked(request []byte) (string, error) {
	var r struct{ ID, Game string } // office.NewGame has an ID, the others a Game
	err := json.Unmarshal(request, &r)
	return cmp.Or(r.Game, r.ID), err
}

// handedOn is a command on its way to another server, and handedBack the answer.
type (
	handedOn struct {
		Name    string
		Request json.RawMessage
	}
	handedBack struct {
		Answer []byte
		Fault  string
	}
)

// ownersPatience is how long another server may take for a command.
const ownersPatience = time.Minute

// handOn lets the server that works on a game carry out a command.
func (in *Installation) handOn(ctx context.Context, game, name string, request []byte) ([]byte, error) {
	owner, ok := in.Hands.Owner(game)
	if !ok {
		return nil, fmt.Errorf("no server works on %s just now: try again in a moment", game)
	}
	data, err := json.Marshal(handedOn{name, request})
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, ownersPatience)
	defer cancel()
	data, err = in.Shared.Shares.Ask(ctx, owner, data)
	if errors.Is(err, jetstream.ErrTooLarge) {
		return nil, fmt.Errorf("%s is played by %s, and the command is too large to be handed on: give it there", game, owner.Name)
	}
	var back handedBack
	if err == nil {
		err = json.Unmarshal(data, &back)
	}
	if err != nil {
		return nil, fmt.Errorf("%s, which works on %s, has not answered (%w): look whether the command was carried out before you give it again", owner.Name, game, err)
	}
	if back.Fault != "" {
		return nil, errors.New(back.Fault)
	}
	return back.Answer, nil
}

// answer carries out a command that was given to another server.
func (in *Installation) answer(ctx context.Context, data []byte) []byte {
	var on handedOn
	err := json.Unmarshal(data, &on)
	var back handedBack
	if err == nil {
		back.Answer, err = in.callHanded(ctx, on)
	}
	if err != nil {
		back.Fault = err.Error()
	}
	data, err = json.Marshal(back)
	if err != nil {
		return nil
	}
	return data
}

func (in *Installation) callHanded(ctx context.Context, on handedOn) ([]byte, error) {
	game, err := gameAsked(on.Request)
	if err != nil {
		return nil, err
	}
	if !in.Hands.Mine(game) {
		return nil, (&office.NotHere{Game: game})
	}
	return in.callOwn(ctx, on.Name, on.Request)
}
