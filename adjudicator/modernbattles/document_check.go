package modernbattles

import "fieldpost/adjudicator/table"

// CheckDocument tells what is wrong with a document beyond its form.
func CheckDocument(doc any) []table.Flaw { return nil }
