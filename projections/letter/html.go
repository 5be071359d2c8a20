package letter

import (
	"html"
	"net/url"
	"strconv"
	"strings"
)

// The colours are said for every cell, with their ground, because clients in dark mode change the one without the other.
const (
	sheetStyle = "background-color:#fdfaf1;color:#2b2822;font-family:Georgia,'Times New Roman',serif;font-size:16px;line-height:1.45"
	monoStyle  = "font-family:Menlo,Consolas,'DejaVu Sans Mono',monospace;font-size:13px"
	ruleStyle  = "font-size:12px;color:#6a5f45;white-space:nowrap"
	cellStyle  = "padding:3px 10px 3px 0;vertical-align:top;font-variant-numeric:tabular-nums"
	// sheetRules are what a letter of long tables would otherwise say in every cell: some readers cut a letter off at 100 kB.
	sheetRules = ".t td,.t th,.e td{" + cellStyle + "}.t td{border-bottom:1px solid #e6dec8}.t th{border-bottom:1px solid #c9bfa5}.e .r{" + ruleStyle + "}.e .r a{color:#6a5f45}"
)

// html writes the letter as one table; what a client that knows no style sheet drops is the dark dress, and the lines and
// paddings of tables, for which their own attributes then stand.
func (d *doc) html(v *voice) string {
	var b strings.Builder
	b.WriteString(`<!DOCTYPE html><html lang="` + html.EscapeString(v.lang) + `"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><title>` + esc(d.subject) + `</title>
<style>` + sheetRules + `@media(prefers-color-scheme:dark){.s,.s td,.s th,.s p,.s h2,.s pre{background-color:#23211c!important;color:#ece5d3!important}.s .a{background-color:#5c1a16!important;color:#fff!important}.s .k{background-color:#1b3a2a!important;color:#e8f3ea!important}.s a,.s .r,.s .r a{color:#c9b98a!important}}img{max-width:100%;height:auto}</style></head>
<body style="margin:0;padding:0"><table role="presentation" class="s" width="100%" cellpadding="0" cellspacing="0" style="` + sheetStyle + `"><tr><td align="center" style="padding:12px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:760px;text-align:left"><tr><td style="` + sheetStyle + `">
`)
	for _, k := range d.blocks {
		d.block(&b, k, v)
	}
	b.WriteString("</td></tr></table></td></tr></table></body></html>\n")
	return b.String()
}

func esc(s string) string { return html.EscapeString(quiet(s)) }

func (d *doc) block(b *strings.Builder, k block, v *voice) {
	switch k.kind {
	case para:
		b.WriteString(`<p style="margin:0 0 10px">` + strings.ReplaceAll(esc(k.text), "\n", "<br>") + "</p>\n")
	case small:
		b.WriteString(`<p class="r" style="margin:8px 0;font-size:13px;color:#6a5f45">` + esc(k.text) + "</p>\n")
	case banner:
		class, col := "k", "background-color:#dfeadd;color:#1d3a24;border-left:5px solid #3f7a4c"
		if k.alarm {
			class, col = "a", "background-color:#f7dcd6;color:#64150f;border-left:5px solid #b3261e"
		}
		b.WriteString(`<p class="` + class + `" style="margin:0 0 14px;padding:9px 12px;font-weight:bold;` + col + `">` + esc(k.text) + "</p>\n")
	case heading:
		b.WriteString(`<h2 style="font-size:15px;letter-spacing:.06em;margin:20px 0 6px;border-bottom:1px solid #c9bfa5;text-transform:uppercase">` + esc(k.text) + "</h2>\n")
	case fixed:
		b.WriteString(`<pre style="` + monoStyle + `;background-color:#f3ecda;color:#2b2822;padding:8px 10px;margin:4px 0 10px;white-space:pre-wrap">` + html.EscapeString(strings.Join(k.lines, "\n")) + "</pre>\n")
	case happenings, items:
		d.rows(b, k)
	case grid:
		d.table(b, k)
	case picture:
		b.WriteString(`<p style="margin:10px 0"><img src="cid:` + esc(k.cid) + `" alt="` + esc(k.text) + `" style="max-width:100%;height:auto;border:1px solid #c9bfa5"></p>` + "\n")
	}
}

func (d *doc) rows(b *strings.Builder, k block) {
	b.WriteString(`<table role="presentation" width="100%" class="e" cellpadding="2" cellspacing="0" style="margin:2px 0 10px">` + "\n")
	for _, r := range k.rows {
		left, style, above := esc(r.left), "", ""
		switch {
		case r.head:
			left, style, above = "<b>"+left+"</b>", ` style="padding-top:10px"`, ` style="padding-top:12px"`
		case r.level > 0:
			style = ` style="padding-left:` + strconv.Itoa(16*r.level) + `px"`
		}
		b.WriteString(`<tr valign="top">`)
		if k.kind == items {
			b.WriteString(`<td width="28"><b>` + esc(r.mark) + `</b></td>`)
			if r.right != "" {
				left += `<br><span class="r" style="font-size:14px;color:#6a5f45;white-space:normal">` + esc(r.right) + `</span>`
			}
			b.WriteString(`<td width="100%"` + style + `>` + left + `</td>`)
		} else if r.right != "" {
			b.WriteString(`<td` + style + `>` + left + `</td><td nowrap>` + esc(r.right) + `</td>`)
		} else {
			b.WriteString(`<td colspan="2"` + style + `>` + left + `</td>`)
		}
		b.WriteString(`<td class="r" align="right" nowrap` + above + `>` + d.link(r.rule, "RULE "+r.rule) + "</td></tr>\n")
	}
	b.WriteString("</table>\n")
}

// link is a mail that asks for a rule (or gives any other command).
func (d *doc) link(text, command string) string {
	if text == "" {
		return ""
	}
	if d.reply == "" {
		return esc(text)
	}
	q := "subject=" + url.PathEscape("["+d.game+"] "+command) + "&body=" + url.PathEscape(command)
	return `<a href="mailto:` + html.EscapeString(url.PathEscape(d.reply)+"?"+q) + `">` + esc(text) + "</a>"
}

func (d *doc) table(b *strings.Builder, k block) {
	b.WriteString(`<table width="100%" class="t" cellpadding="3" cellspacing="0" style="margin:2px 0 12px;border-collapse:collapse;font-size:14px">` + "\n")
	if len(k.heads) > 0 {
		b.WriteString("<tr>")
		for _, h := range k.heads {
			b.WriteString(`<th align="left">` + esc(h) + "</th>")
		}
		b.WriteString("</tr>\n")
	}
	for _, r := range k.cells {
		b.WriteString(`<tr valign="top">`)
		for _, c := range r {
			how := ""
			if isNumber(c) {
				how = ` align="right"`
			}
			if len(c) <= unbroken && strings.ContainsAny(c, "- ") { // a name or three figures, not a sentence
				how += " nowrap"
			}
			b.WriteString("<td" + how + ">" + esc(c) + "</td>")
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</table>\n")
}

// unbroken is how long a cell may be that narrow screens do not break: "G-HQ18", "8-11-4".
const unbroken = 8
