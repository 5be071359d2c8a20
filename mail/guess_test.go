package mail_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	"fieldpost/mail/message"
)

// TestCharsetsAsTheyCome: what a mail declares of its text need not be so. The text is read all the same.
func TestCharsetsAsTheyCome(t *testing.T) {
	big5, _ := traditionalchinese.Big5.NewEncoder().String("移動第三小隊到村莊去")
	gbk, _ := simplifiedchinese.GBK.NewEncoder().String("第三小队向村庄前进")
	sjis, _ := japanese.ShiftJIS.NewEncoder().String("第三分隊は村へ進め")
	far := strings.Repeat("G1: hold, and go on as before. ", 40) // beyond what is looked at first
	for name, c := range map[string]struct{ kind, transfer, body, want string }{
		"UTF-7":                        {"utf-7", "7bit", "G1: d+AOk-placer +- C5", "G1: déplacer + C5"},
		"UTF-7 at the end of a line":   {"UTF-7", "7bit", "caf+AOk", "café"},
		"UTF-7 beyond the first plane": {"utf-7", "7bit", "+2D3eAA-", "😀"},
		"UTF-7 that is damaged":        {"utf-7", "7bit", "G1+A: hold", "G1+A: hold"},
		"Big5 as ASCII":                {"us-ascii", "8bit", big5, "移動第三小隊到村莊去"},
		"GBK as UTF-8":                 {"utf-8", "8bit", gbk, "第三小队向村庄前进"},
		"Shift-JIS as UTF-8":           {"utf-8", "8bit", sjis, "第三分隊は村へ進め"},
		"UTF-8 as nothing known":       {"x-foo", "8bit", "G1: déplacer C5", "G1: déplacer C5"},
		"UTF-8 as Big5":                {"big5", "8bit", "G1: avance où ? à l’église, près du pré", "G1: avance où ? à l’église, près du pré"},
		"Latin as ASCII":               {"us-ascii", "8bit", "G1: d\xe9placer C5, s'il te pla\xeet, \xe0 l'\xe9glise", "G1: déplacer C5, s'il te plaît, à l'église"},
		"what HTML says of itself":     {"utf-8", "8bit", "<html><head><meta charset=\"iso-8859-2\"></head><body>G1: p\xf8esun C5, \xe8ekej</body></html>", "G1: přesun C5, čekej"},
		"Latin far down":               {"us-ascii", "8bit", far + "d\xe9placer", far + "déplacer"},
		"UTF-8 far down":               {"x-foo", "8bit", far + "déplacer", far + "déplacer"},
		"clear text as base64":         {"utf-8", "base64", "G1: hold", "G1: hold"},
		"base64 with a footer":         {"utf-8", "base64", base64.StdEncoding.EncodeToString([]byte("G1: hold, and all others go on as before")) + "\r\n", "G1: hold, and all others go on as before"},
	} {
		kind := "text/plain"
		if strings.HasPrefix(c.body, "<html>") {
			kind = "text/html"
		}
		raw := "From: ann@example.org\r\nMessage-ID: <1@x>\r\nContent-Type: " + kind + "; charset=" + c.kind + "\r\nContent-Transfer-Encoding: " + c.transfer + "\r\n\r\n" + c.body + "\r\n"
		in, err := message.Read([]byte(raw), message.Limits{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var got []string
		for _, l := range in.Lines {
			got = append(got, l.Text)
		}
		if text := strings.TrimSpace(strings.Join(got, "\n")); text != c.want {
			t.Errorf("%s: %q; want %q (%v)", name, text, c.want, in.Notes)
		}
	}
}

// TestCharsetsAreGuessed: a text of each old charset that is labelled as something in which it is not is read, whether it is long or short,
// and the orders among it are whole. What is too short to tell is read if the rest of the mail says which language it is in.
func TestCharsetsAreGuessed(t *testing.T) {
	texts := map[string]struct {
		charsets []string
		lines    []string
	}{
		"Korean": {[]string{"euc-kr"}, []string{
			"안녕하세요. 명령을 보냅니다.", "제3분대는 마을로 이동하고, 나머지는 대기하라.", "감사합니다", "이번 턴에는 언덕 위의 적을 공격하겠습니다. 기관총이 먼저 쏩니다.", "네, 알겠습니다!", "ㅋㅋ 좋아요",
		}},
		"Japanese": {[]string{"shift_jis", "euc-jp"}, []string{
			"こんにちは。命令を送ります。", "第三分隊は村へ進め、残りは待機せよ。", "ありがとうございます", "よろしくお願いします。グループ１は丘を攻撃します。", "了解です", "ターン１の命令",
		}},
		"Chinese, simplified": {[]string{"gb18030"}, []string{
			"你好，这是我的命令。", "第三小队向村庄前进，其余的人原地待命。", "谢谢你们", "这一回合我们要进攻山上的敌人，机枪先开火。", "好的，明白了", "移动到村庄",
		}},
		"Chinese, traditional": {[]string{"big5"}, []string{
			"你好，這是我的命令。", "第三小隊向村莊前進，其餘的人原地待命。", "謝謝", "這一回合我們要進攻山上的敵人，機槍先開火。", "好的，明白了", "移動到村莊去",
		}},
		"Russian": {[]string{"windows-1251", "koi8-r"}, []string{
			"Привет! Вот мои приказы.", "Третье отделение наступает на деревню, остальные ждут.", "Спасибо", "В этом ходу мы атакуем высоту; пулемёт стреляет первым.", "да, понял", "С уважением, Анна",
		}},
		"French": {[]string{"windows-1252", "iso-8859-15"}, []string{
			"Voilà mes ordres, à bientôt !", "Le groupe G1 s'arrête près de l'église.", "ça va", "Où êtes-vous ? À la lisière du bois.", "déplacer G3 à l'orée",
		}},
		"French with what ISO-8859-15 has": {[]string{"windows-1252", "iso-8859-15"}, []string{"au cœur du bois, deux nœuds", "une manœuvre à 5 €"}},
		"German":                           {[]string{"windows-1252", "iso-8859-15"}, []string{"Hier sind meine Züge, viele Grüße", "Angriff über die Straße", "Ärger mit G2: schießen"}},
		"Polish":                           {[]string{"windows-1250", "iso-8859-2"}, []string{"Dzień dobry, przesyłam rozkazy na pierwszą turę", "Następnie żołnierze strzelają"}},
		"Czech":                            {[]string{"windows-1250", "iso-8859-2"}, []string{"Dobrý den, posílám rozkazy, děkuji", "Tři oddělení běží dopředu, střílejte"}},
	}
	for language, c := range texts {
		for _, name := range c.charsets {
			coding, _ := charset.Lookup(name)
			for _, line := range append(c.lines, strings.Join(c.lines, "\r\n")) {
				for _, label := range []string{"utf-8", "us-ascii", "x-unheard-of"} {
					for form, text := range map[string]string{"alone": line, "with orders": line + "\r\n\r\nORDERS hill turn 1\r\nG1: move C6-C7\r\nG2: hold\r\nEND"} {
						coded, err := coding.NewEncoder().String(text)
						if err != nil {
							t.Fatal(name, err)
						}
						got := guessed(t, "Content-Type: text/plain; charset="+label+"\r\n", coded)
						if want := strings.ReplaceAll(text, "\r\n", "\n"); got != want {
							t.Errorf("%s in %s as %s, %s: %q; want %q", language, name, label, form, got, want)
						}
					}
				}
			}
		}
	}
}

// TestCharsetsAreHinted: two characters may be words in two languages. The language that a mail declares, or the charset of its header, decides.
func TestCharsetsAreHinted(t *testing.T) {
	for _, c := range []struct{ charset, text, head string }{
		{"euc-kr", "중대", "Content-Language: ko\r\n"},
		{"euc-kr", "중대", "Subject: =?euc-kr?B?sMujuw==?=\r\n"},
		{"euc-kr", "중대", "From: =?ks_c_5601-1987?B?sMujuw==?= <a@example.kr>\r\n"},
		{"gb18030", "中队", "Content-Language: zh-CN\r\n"},
		{"big5", "中隊", "Content-Language: zh-TW\r\n"},
		{"shift_jis", "中隊", "Content-Language: ja-JP, en\r\n"},
		{"koi8-r", "рота", "Content-Language: ru\r\n"},
		{"iso-8859-2", "Zażółć gęślą jaźń", "Content-Language: pl\r\n"},
	} {
		coding, _ := charset.Lookup(c.charset)
		coded, err := coding.NewEncoder().String(c.text)
		if err != nil {
			t.Fatal(err)
		}
		if got := guessed(t, c.head+"Content-Type: text/plain; charset=utf-8\r\n", coded); got != c.text {
			t.Errorf("%s, %q: %q; want %q", c.charset, c.head, got, c.text)
		}
	}
}

// guessed returns the text of a mail.
func guessed(t *testing.T, head, body string) string {
	t.Helper()
	if !strings.Contains(head, "From:") {
		head = "From: ann@example.org\r\n" + head
	}
	in, err := message.Read([]byte(head+"Message-ID: <1@x>\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"+body+"\r\n"), message.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, l := range in.Lines {
		lines = append(lines, l.Text)
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}
