package explorer

import (
	"embed"
	"strings"
)

//go:embed web
var web embed.FS

// interpreterFiles are the files of the script that need no browser.
var interpreterFiles = []string{"number", "duration", "expression", "interpreter"}

// script joins files of the script, without the lines that are comments: a page is read by people less often than it is sent.
func script(names []string) string {
	var b strings.Builder
	for _, name := range names {
		text, err := web.ReadFile("web/" + name + ".js")
		if err != nil {
			panic(err) // the file is embedded
		}
		for line := range strings.Lines(string(text)) {
			if !strings.HasPrefix(strings.TrimLeft(line, " "), "//") {
				b.WriteString(line)
			}
		}
	}
	return b.String()
}
