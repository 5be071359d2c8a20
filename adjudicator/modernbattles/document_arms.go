package modernbattles

// Weapon is a row of MB-B26: small arms, anti-tank weapons, guns, mortars and batteries.
type Weapon struct {
	ID        string `json:"id" check:"required"`
	Name      Words  `json:"name" check:"required"`
	Class     string `json:"class" check:"required,oneof=bolt|semi|auto|tripod|thrown|gun|mortar|battery"`
	Calibre   int    `json:"calibre" check:"min=0,max=999"`                                  // millimetres, of guns
	Range     int    `json:"range" check:"min=0,max=200"`                                    // inches; 0: reaches everywhere, or thrown
	Min       int    `json:"min" check:"min=0,max=100"`                                      // minimum range, inches
	Kind      string `json:"kind" check:"oneof=ap|heat"`                                     // "" bullets and splinters
	Strength  int    `json:"strength" check:"min=0,max=12"`                                  // of bullets, AP or HEAT; 0: fires HE only
	HE        int    `json:"he" check:"min=0,max=12"`                                        // strength of its HE shell; 0 none
	Template  string `json:"template" check:"oneof=small|medium|large"`                      // of HE or HEAT; "": each shell strikes one man
	Shots     int    `json:"shots" check:"min=0,max=20"`                                     // dice a turn
	Mount     string `json:"mount" check:"oneof=light|medium|heavy|very_heavy|vehicle_only"` // MB-4
	Crew      int    `json:"crew" check:"min=0,max=12"`                                      // men of the weapon on its own mount
	Shield    bool   `json:"shield"`                                                         // MB-6.2d
	Arc       int    `json:"arc" check:"oneof=0|90|360"`                                     // 0: by class (MB-5b, MB-B3e)
	OwnTarget bool   `json:"own_target"`                                                     // may be given its own target in a squad (MB-B9.2)
	SingleUse bool   `json:"single_use"`
	PerSquad  int    `json:"per_squad" check:"min=0,max=10"` // most of them in a squad; 0 for no limit
	Slip      int    `json:"slip" check:"min=0,max=12"`      // strength at which it hits its thrower on a 1 (MB-25d)
	Fires     int    `json:"fires" check:"min=0,max=9"`      // fires a turn, of mortars and batteries (MB-30b)
	Salvos    int    `json:"salvos" check:"min=0,max=99"`    // in the whole battle (MB-30c)
	Smoke     bool   `json:"smoke"`                          // may fire smoke (MB-B19); guns by calibre
	BS        int    `json:"bs" check:"min=0,max=5"`         // of a battery off the table
	Mark      string `json:"mark" check:"required,oneof=T|D|P"`
}

// VehicleType is a row of MB-B27.
type VehicleType struct {
	ID          string   `json:"id" check:"required"`
	Name        Words    `json:"name" check:"required"`
	Move        int      `json:"move" check:"required,min=1,max=30"` // inches
	BS          int      `json:"bs" check:"required,min=1,max=5"`
	Initiative  int      `json:"initiative" check:"required,min=1,max=6"`
	Leadership  int      `json:"leadership" check:"required,min=2,max=12"`
	Front       int      `json:"front" check:"min=0,max=10"` // armour by zone (MB-16b); 0 open to any hit
	Side        int      `json:"side" check:"min=0,max=10"`
	Rear        int      `json:"rear" check:"min=0,max=10"`
	Top         int      `json:"top" check:"min=0,max=10"`
	Crew        int      `json:"crew" check:"required,min=1,max=12"`
	Size        string   `json:"size" check:"required,oneof=light|medium|heavy"` // medium and heavy are large targets (MB-6.2a)
	Base        string   `json:"base" check:"required,ref=bases"`                // row of bases (MB-B2)
	Drive       string   `json:"drive" check:"required,oneof=wheeled|wheeled_2wd_civil|half_track|tracked,ref=drives"`
	MainGun     string   `json:"main_gun" check:"ref=weapons"`                                                                                                              // weapon
	GunStrength int      `json:"gun_strength" check:"min=0,max=12"`                                                                                                         // counted in its points (MB-B28)
	MachineGuns int      `json:"machine_guns" check:"min=0,max=3"`                                                                                                          // coaxial, bow, turret rear (MB-B18b)
	Turrets     []string `json:"turrets" check:"ref=weapons"`                                                                                                               // further guns, in turrets of their own: weapons (MB-24c)
	Transport   int      `json:"transport" check:"min=0,max=60"`                                                                                                            // figures carried
	Tow         []string `json:"tow"`                                                                                                                                       // classes of mounts that it can tow
	Riders      int      `json:"riders" check:"min=0,max=60"`                                                                                                               // figures on its hull (MB-26a)
	Flags       []string `json:"flags" check:"oneof=tall|open_topped|hull_gun|slow_turret|light_tank|without_ammunition|unarmoured|radio|dedicated_radio_operator|flatbed"` // tall, open_topped, hull_gun, slow_turret, light_tank, without_ammunition, unarmoured, radio, dedicated_radio_operator, flatbed
	Points      int      `json:"points" check:"required,min=1,max=999"`                                                                                                     // MB-B28
	Marks       string   `json:"marks" check:"required,len=8,letters=TDP"`
}

// Profile is a row of MB-B25: the values of a man of a quality. Move is in inches.
type Profile struct {
	ID         string `json:"id" check:"required" key:"profile"`
	Name       Words  `json:"name" check:"required" key:"profile_name"`
	Move       int    `json:"move" check:"required,min=1,max=12" key:"move"`
	WS         int    `json:"ws" check:"required,min=1,max=10" key:"ws"`
	BS         int    `json:"bs" check:"required,min=1,max=5" key:"bs"`
	Strength   int    `json:"strength" check:"required,min=1,max=10" key:"strength"`
	Toughness  int    `json:"toughness" check:"required,min=1,max=10" key:"toughness"`
	Wounds     int    `json:"wounds" check:"required,min=1,max=5" key:"profile_wounds"`
	Initiative int    `json:"initiative" check:"required,min=1,max=6" key:"initiative"`
	Attacks    int    `json:"attacks" check:"required,min=1,max=5" key:"attacks"`
	Leadership int    `json:"leadership" check:"required,min=2,max=12" key:"leadership"`
	Mark       string `json:"mark" check:"required,oneof=T|D|P" key:"profile_mark"`
}
