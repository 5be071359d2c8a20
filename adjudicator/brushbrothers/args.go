package brushbrothers

import (
	"strconv"
	"strings"

	"fieldpost/adjudicator/table"
)

// arg gives an argument of a line or clause, "" when it is left out.
func arg(args []table.Arg, name string) string {
	for _, a := range args {
		if a.Name == name {
			return a.Value
		}
	}
	return ""
}

// number gives a numeric argument, or another number when it is left out.
func number(args []table.Arg, name string, without int) int {
	n, err := strconv.Atoi(arg(args, name))
	if err != nil {
		return without
	}
	return n
}

// list cuts a repeated argument.
func list(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, ",")
}

// path cuts a path into its sectors.
func path(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, "-")
}

// pair gives one setting of a list name=value.
func pair(settings, name string) string {
	for _, p := range list(settings) {
		if k, v, ok := strings.Cut(p, "="); ok && k == name {
			return v
		}
	}
	return ""
}
