package main

import "github.com/alecthomas/chroma/v2"

// yaml returns a lexer for YAML with mappings in one line, as specs have them. The one of chroma takes their values for keys.
func yaml() chroma.Lexer {
	return chroma.MustNewLexer(&chroma.Config{Name: "YAML of specs"}, func() chroma.Rules {
		return chroma.Rules{"root": {
			{Pattern: `(?<![^\s])#[^\n]*`, Type: chroma.Comment},
			{Pattern: `"(\\.|[^"\\\n])*"|'(''|[^'\n])*'`, Type: chroma.LiteralString},
			{Pattern: `[\w.-]+(?= *:(\s|$))`, Type: chroma.NameTag},
			{Pattern: `\b(true|false)\b`, Type: chroma.KeywordConstant},
			{Pattern: `\b\d[\w.]*`, Type: chroma.LiteralNumber},
			{Pattern: `[A-Za-z_][\w.-]*`, Type: chroma.Text},
			{Pattern: `\s+|.`, Type: chroma.Text},
		}}
	})
}
