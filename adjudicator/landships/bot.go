package landships

import "fieldpost/adjudicator/table"

var bots []table.Bot[*Game]
