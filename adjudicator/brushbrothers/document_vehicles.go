package brushbrothers

import (
	"strings"

	"fieldpost/adjudicator/table"
)

// Vehicle is a row of BB-12, BB-13, BB-A3.4 or BB-A4.3 with the values that these do not print (BB-G3). Its marks are one
// letter for each value, in the order size, mobility, front, front_at, rear, rear_at, armoured, optimal, minimal, range, drive,
// hunter, reduced, carries, tows, cost: T stated in the text, D derived from it, P proposed by us.
type Vehicle struct {
	ID       string   `json:"id" check:"required"` // its key in the words is "vehicle." and this
	List     string   `json:"list" check:"required,oneof=france|germany|italy|poland|uk|usa|russia|japan|any|transport|spain|chaco"`
	Also     []string `json:"also"`                                                                          // its names in the players' languages, if they differ from the id
	Size     string   `json:"size" check:"required,oneof=S|M|L,ref=tables.vehicles.sizes"`                   // room of 1, 2, 3 bases (BB-9.4)
	Mobility string   `json:"mobility" check:"required,oneof=low|medium|superior,ref=tables.vehicles.moves"` // BB-10.5
	Front    int      `json:"front" check:"min=0,max=9"`                                                     // POO: dice to the front; 0: cannot fire that way
	FrontAT  int      `json:"front_at" check:"min=-3,max=9"`                                                 // its AT value
	Rear     int      `json:"rear" check:"min=0,max=9"`                                                      // POM: dice to the rear and at long distance
	RearAT   int      `json:"rear_at" check:"min=-3,max=9"`                                                  // its AT value
	Armoured bool     `json:"armoured"`                                                                      // has a PDO and a PDM (BB-13.5)
	Optimal  int      `json:"optimal" check:"min=0,max=9"`                                                   // PDO: protection to the front
	Minimal  int      `json:"minimal" check:"min=0,max=9"`                                                   // PDM: protection to the rear
	Gun      string   `json:"gun"`                                                                           // the gun that gives its range
	Range    int      `json:"range" check:"min=0,max=99,needed=front,needed=rear"`                           // UD (BB-11.4); 0 unarmed, 99 unlimited
	Drive    string   `json:"drive" check:"required,oneof=tracked|wheeled|on_foot"`                          // BB-10.10, BB-11.10; half-tracks are tracked
	Hunter   bool     `json:"hunter"`                                                                        // tank hunter: its gun is fixed (BB-11.2, BB-R43)
	Reduced  bool     `json:"reduced"`                                                                       // commands only to 1 UD (BB-10.2)
	Carries  int      `json:"carries" check:"min=0,max=9"`                                                   // bases besides the driver (BB-13.1)
	Riders   bool     `json:"riders"`                                                                        // those it carries sit outside: a tank (BB-13.3)
	Tows     bool     `json:"tows"`                                                                          // may be a gun's tractor (BB-3.4g)
	Cost     int      `json:"cost" check:"min=0,max=99"`
	Marks    string   `json:"marks"`
	Rule     string   `json:"rule"`
}

// family returns the id without the letters that tell its list from others with the same vehicle: tank_vickers for ch_tank_vickers.
func (v *Vehicle) family() string {
	for _, list := range []string{"ch_", "es_", "any_"} {
		if name, ok := strings.CutPrefix(v.ID, list); ok {
			return name
		}
	}
	return v.ID
}

// Gun is a model of gun (BB-G12). It decides whether there is a shield and how the size counts (BB-14.3e, BB-14.3f).
type Gun struct {
	ID     string `json:"id" check:"required"`
	Name   string `json:"name" check:"required"`
	Weapon string `json:"weapon" check:"required,ref=weapons[gun]"` // its class: id of weapons
	Shield bool   `json:"shield"`
	Small  bool   `json:"small"` // so small that "still" and "single_base" help it
	Rule   string `json:"rule"`
	Origin string `json:"origin" check:"required,oneof=text|proposed"`
}

// VehicleCharts are the charts of sections 9 to 14.
type VehicleCharts struct {
	Sizes     []Amount   `json:"sizes"`                         // room in bases (BB-9.4)
	Moves     []Amount   `json:"moves"`                         // UD per action by mobility (BB-10.5)
	Road      int        `json:"road" check:"min=0,max=9"`      // extra UD on a road (BB-10.6)
	Breakdown Breakdown  `json:"breakdown"`                     // BB-10.10
	Far       int        `json:"far" check:"min=0,max=99"`      // UD beyond which all but tank hunters fire with their rear values (BB-11.2)
	Easy      int        `json:"easy" check:"min=-6,max=6"`     // added to the score against the large or slow (BB-11.3a)
	Hard      int        `json:"hard" check:"min=-6,max=6"`     // against the small or fast (BB-11.3b)
	HardPast  int        `json:"hard_past" check:"min=0,max=9"` // UD beyond which Hard counts
	Sure      int        `json:"sure" check:"min=0,max=9"`      // die that always hits (BB-11.3c)
	SureTo    int        `json:"sure_to" check:"min=0,max=99"`  // UD up to which it does so against other than the priority target
	Stunned   int        `json:"stunned" check:"min=0,max=9"`   // stunned if the roll fails by this much (BB-11.5)
	Immobile  int        `json:"immobile" check:"min=0,max=9"`  // immobilised if it fails by this much
	Destroyed int        `json:"destroyed" check:"min=0,max=9"`
	Soft      SoftDamage `json:"soft"`                        // BB-11.6
	Tank      int        `json:"tank" check:"min=0,max=9"`    // score of a tank in close combat (BB-11.8)
	Grenades  Grenades   `json:"grenades"`                    // BB-11.9, BB-14
	Command   int        `json:"command" check:"min=0,max=9"` // UD of a chief in a vehicle with poor vision (BB-10.2)
	Leaders   int        `json:"leaders" check:"min=0,max=9"` // UD of a vehicle group leader (BB-10.3)
	Horse     Horse      `json:"horse"`                       // BB-R42
}

// Breakdown is the breakdown test (BB-10.10).
type Breakdown struct {
	Needed  int      `json:"needed" check:"min=0,max=9"`
	Tracked []Amount `json:"tracked"` // added to the die of tracked vehicles, by mobility
}

// SoftDamage is BB-11.6: what a hit does to a vehicle without armour.
type SoftDamage struct {
	Destroyed int `json:"destroyed" check:"min=0,max=6"` // up to this die
	Immobile  int `json:"immobile" check:"min=0,max=6"`  // up to this die; above it nothing
}

// Grenades is the attack of BB-11.9.
type Grenades struct {
	Dice     int `json:"dice" check:"min=0,max=9"`
	Score    int `json:"score" check:"min=0,max=6"`
	Infantry int `json:"infantry" check:"min=-3,max=9"` // AT value of bases of groups and chiefs (BB-R62)
	Others   int `json:"others" check:"min=-3,max=9"`   // of crews and snipers
}

// Horse is BB-R42: horses and bicycles.
type Horse struct {
	UD   int `json:"ud" check:"min=0,max=9"`    // per move action
	Cost int `json:"cost" check:"min=0,max=99"` // per base
}

// unlimited stands in the tables for a range without limit (BB-11.4).
const unlimited = 99

// amount returns an amount by its name, or 0 if there is none.
func amount(list []Amount, id string) int {
	a, _ := table.Find(list, func(a *Amount) bool { return a.ID == id })
	return a.Value
}

// Vehicle returns a row by its id.
func (d *Document) Vehicle(id string) (Vehicle, bool) {
	return table.Find(d.Vehicles, func(v *Vehicle) bool { return id != "" && v.ID == id })
}

// GunModel returns a model of gun by its id.
func (d *Document) GunModel(id string) (Gun, bool) {
	return table.Find(d.Guns, func(g *Gun) bool { return id != "" && g.ID == id })
}

// roomOf returns the room in bases that a GC of a list takes in a sector (BB-9.4, BB-R41).
func (d *Document) roomOf(g GC) int {
	if g.Aboard != "" {
		return 0
	}
	if v, ok := d.Vehicle(g.Vehicle); ok {
		return amount(d.Tables.Vehicles.Sizes, v.Size)
	}
	return len(g.Bases)
}
