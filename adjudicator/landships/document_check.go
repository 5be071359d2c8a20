package landships

import (
	"fmt"

	"fieldpost/adjudicator/table"
)

// CheckDocument tells what is wrong with a document beyond its form.
func CheckDocument(doc any) []table.Flaw {
	if _, ok := doc.(*Document); !ok {
		return []table.Flaw{{Message: fmt.Sprintf("not a document of this game but %T", doc)}}
	}
	return nil
}
