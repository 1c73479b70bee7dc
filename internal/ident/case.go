package ident

import (
	"go/token"
	"strings"
	"unicode"
	"unicode/utf8"
)

// initialisms are the words that Go writes in one case. The list is that of golint
// (2013), which linters still use.
var initialisms = map[string]bool{
	"ACL": true, "API": true, "ASCII": true, "CPU": true, "CSS": true, "DNS": true, "EOF": true, "GUID": true,
	"HTML": true, "HTTP": true, "HTTPS": true, "ID": true, "IP": true, "JSON": true, "LHS": true, "QPS": true,
	"RAM": true, "RHS": true, "RPC": true, "SLA": true, "SMTP": true, "SQL": true, "SSH": true, "TCP": true,
	"TLS": true, "TTL": true, "UDP": true, "UI": true, "UID": true, "UUID": true, "URI": true, "URL": true,
	"UTF8": true, "VM": true, "XML": true, "XMPP": true, "XSRF": true, "XSS": true,
}

// Export returns the exported form of a name of the spec: "maxRetries" is
// MaxRetries, "user_id" UserID, "httpStatus" HTTPStatus. A name whose first letter has no capital form gets the prefix X,
// because Go exports only names that begin with a capital letter.
func Export(name string) string {
	var b strings.Builder
	if first, _ := utf8.DecodeRuneInString(name); !unicode.IsUpper(unicode.ToUpper(first)) {
		b.WriteByte('X')
	}
	for _, w := range words(name) {
		if up := strings.ToUpper(w); initialisms[up] {
			b.WriteString(up)
			continue
		}
		r, size := utf8.DecodeRuneInString(w)
		b.WriteRune(unicode.ToUpper(r))
		b.WriteString(w[size:])
	}
	return b.String()
}

// Unexport returns the unexported form: "Request" is request, "URL" url,
// "HTTPStatus" httpStatus. A result that is a Go keyword gets an underscore.
func Unexport(name string) string {
	var b strings.Builder
	for i, w := range words(name) {
		switch up := strings.ToUpper(w); {
		case i == 0 && initialisms[up]:
			b.WriteString(strings.ToLower(w))
		case i == 0:
			r, size := utf8.DecodeRuneInString(w)
			b.WriteRune(unicode.ToLower(r))
			b.WriteString(w[size:])
		case initialisms[up]:
			b.WriteString(up)
		default:
			r, size := utf8.DecodeRuneInString(w)
			b.WriteRune(unicode.ToUpper(r))
			b.WriteString(w[size:])
		}
	}
	if s := b.String(); !token.IsKeyword(s) {
		return s
	}
	return b.String() + "_"
}

// words splits a name into words: at underscores, before a capital after a
// lower-case letter or a digit, and before the last capital of a run that a
// lower-case letter follows ("HTTPStatus" is HTTP, Status).
func words(name string) []string {
	var out []string
	for part := range strings.SplitSeq(name, "_") {
		runes := []rune(part)
		start := 0
		for i := 1; i < len(runes); i++ {
			up := unicode.IsUpper(runes[i])
			after := i+1 < len(runes) && unicode.IsLower(runes[i+1])
			if up && (!unicode.IsUpper(runes[i-1]) || after) {
				out = append(out, string(runes[start:i]))
				start = i
			}
		}
		if start < len(runes) {
			out = append(out, string(runes[start:]))
		}
	}
	return out
}
