package main

import (
	"context"
	"fmt"

	"fieldpost/mail/office"
	"fieldpost/mail/office/upkeep"
	"fieldpost/projections/archive"
)

// UpgradeCmd asks this program, before it is installed, whether it can go on with every game.
type UpgradeCmd struct {
	Place
	Check bool `required:"" help:"Play every game again and compare. Nothing else is done: to upgrade is to put this program in the old one's place."`
	All   bool `help:"List the games with which nothing is wrong too."`
}

// Help says what it does and what to do about what it finds.
func (UpgradeCmd) Help() string {
	return `Run the new program's upgrade --check on the data folder of the old one; the server may be at work, since only the
archive is read, and nothing is written. Every pass of every game is played again with its recorded dice.

  exit 0   this program plays every game as its log says
  exit 3   at least one game differs: it would stand still, or could not be audited again; each is named with the reason
  exit 4   the archive of a game is damaged: fieldpost doctor, fieldpost repair
  exit 1   the check could not be made

A game that differs stands still alone under the new program; its players are told, and the master can close it or go
back to the old program, which goes on with it.`
}

// Run plays all games.
func (u *UpgradeCmd) Run(ctx context.Context, c *Console) error {
	config, err := u.read(c)
	if err != nil {
		return err
	}
	kept, err := archive.View(config.ArchiveDir())
	if err != nil {
		return err
	}
	again := upkeep.NewRehearsal(kept)
	worst, differ, running, games := upkeep.Replayed, 0, 0, 0
	for _, game := range kept.Games() {
		if game == office.OwnLog {
			continue
		}
		r := again.Of(ctx, game)
		if err := ctx.Err(); err != nil {
			return err
		}
		games++
		worst = max(worst, r.Outcome)
		if r.Outcome != upkeep.Replayed {
			differ++
			if !r.Over {
				running++
			}
		}
		if r.Outcome != upkeep.Replayed || u.All {
			fmt.Fprintf(c.Out, "%s %s: %s\n", r.Outcome, game, r.Said)
		}
	}
	if differ == 0 {
		fmt.Fprintf(c.Out, "Played again %d games: each goes as its log says. This program can take the old one's place.\n", games)
		return nil
	}
	err = fmt.Errorf("%d of %d games do not go as their log says; %d of these are still played and would stand still", differ, games, running)
	return withCode{map[upkeep.Outcome]int{upkeep.Differs: exitFraud, upkeep.DamagedArchive: exitDamaged}[worst], err}
}
