package diag

import (
	"encoding/json"
	"io"
	"net/url"
	"path/filepath"
	"slices"
)

// Rule describes a code, for formats that list their rules.
type Rule struct {
	Code Code
	// Title is a short noun phrase.
	Title string
	// Text is Markdown.
	Text string
}

// WriteSARIF writes the list in the Static Analysis Results Interchange Format
// (OASIS SARIF 2.1.0), which code hosts and editors read. The version is that of
// fsmgen. Of the rules, only those whose codes occur in the list are written. A
// waived problem has a suppression with the reason. It returns the error of w.
func WriteSARIF(w io.Writer, version string, rules []Rule, l List) error {
	type text struct {
		Text     string `json:"text"`
		Markdown string `json:"markdown,omitempty"`
	}
	type region struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn"`
		EndLine     int `json:"endLine,omitempty"`
		EndColumn   int `json:"endColumn,omitempty"`
	}
	type location struct {
		Physical struct {
			Artifact struct {
				URI string `json:"uri"`
			} `json:"artifactLocation"`
			Region *region `json:"region,omitempty"`
		} `json:"physicalLocation"`
		Message *text `json:"message,omitempty"`
	}
	type suppression struct {
		Kind   string `json:"kind"`
		Reason string `json:"justification"`
	}
	type result struct {
		Rule         Code          `json:"ruleId"`
		Level        string        `json:"level"`
		Message      text          `json:"message"`
		Locations    []location    `json:"locations"`
		Related      []location    `json:"relatedLocations,omitempty"`
		Suppressions []suppression `json:"suppressions,omitempty"`
	}
	type rule struct {
		ID    Code `json:"id"`
		Short text `json:"shortDescription"`
		Full  text `json:"help"`
	}
	at := func(s Span, message string) location {
		var loc location
		loc.Physical.Artifact.URI = (&url.URL{Path: filepath.ToSlash(s.File)}).String()
		if s.Start.IsValid() {
			loc.Physical.Region = &region{s.Start.Line, s.Start.Column, s.End.Line, s.End.Column}
		}
		if message != "" {
			loc.Message = &text{Text: message}
		}
		return loc
	}
	occurring, results := []rule{}, []result{}
	for _, r := range rules {
		if slices.ContainsFunc(l, func(d Diagnostic) bool { return d.Code == r.Code }) {
			occurring = append(occurring, rule{r.Code, text{Text: r.Title}, text{r.Text, r.Text}})
		}
	}
	for _, d := range l {
		message := d.Message
		if d.Help != "" {
			message += "\n" + d.Help
		}
		r := result{Rule: d.Code, Level: d.Severity.String(), Message: text{Text: message}, Locations: []location{at(d.Span, "")}}
		for _, n := range d.Notes {
			if n.Span.File != "" {
				r.Related = append(r.Related, at(n.Span, n.Message))
			} else {
				r.Message.Text += "\n" + n.Message
			}
		}
		if d.Waived != "" {
			r.Suppressions = []suppression{{"external", d.Waived}} // external: not in the spec itself
		}
		results = append(results, r)
	}
	driver := map[string]any{"name": "fsmgen", "version": version, "rules": occurring}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(map[string]any{
		"$schema": "https://json.schemastore.org/sarif-2.1.0.json",
		"version": "2.1.0",
		"runs": []any{map[string]any{
			"tool": map[string]any{"driver": driver}, "columnKind": "unicodeCodePoints", "results": results,
		}},
	})
}
