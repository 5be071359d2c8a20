package somme

import (
	"fieldpost/adjudicator/table"
)

// bots write order text and go through parser and Check like players.
var bots []table.Bot[*Game]
