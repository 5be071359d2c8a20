package audit

import "time"

// stamp writes an instant (Unix ms) the same way in every language.
func stamp(ms int64) string { return time.UnixMilli(ms).UTC().Format("2006-01-02 15:04:05") + " UTC" }
