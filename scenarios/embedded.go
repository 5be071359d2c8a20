package scenarios

import "embed"

// The page of the desk is built with another file in place of this one, that embeds what a page needs: see projections/desk/page.
//
//go:embed *.yaml */*.yaml */schema.json
var embedded embed.FS
