package archive

import "strings"

// Remedy tells an operator what to do about a damaged log.
const Remedy = "Nothing was changed. `fieldpost repair` restores the log from the archive."

// Alarm makes one plain message of what the check of log against archive found, or "".
func Alarm(findings []Finding) string {
	var lines []string
	for _, f := range findings {
		if f.Stops {
			lines = append(lines, "  "+f.Text)
		}
	}
	if len(lines) == 0 {
		return ""
	}
	return "the stored log is not what was archived:\n" + strings.Join(lines, "\n") + "\n" + Remedy
}
