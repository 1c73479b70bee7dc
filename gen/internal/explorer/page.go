package explorer

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
	"github.com/fsmgen/fsmgen/gen/internal/svg"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/verify"
)

// Page is what an explorer shows.
type Page struct {
	// Report is on the machine that the page steps through.
	Report *verify.Report
	// Old is on an earlier version, which takes the same events, or nil.
	Old *verify.Report
	// Traces are steps that observers have received, in JSON, one on each line, or nil.
	Traces []byte
	// Reload is the path at which the page asks for its stamp; it loads itself anew when that differs from Stamp. It is "" for a
	// page that makes no requests.
	Reload, Stamp string
}

// MaxNodes is the number of states up to which a page has a picture: the layout of more takes too long.
const MaxNodes = 150

// files are the files of the script, in order.
var files = append(append([]string{}, interpreterFiles...), "value", "session", "link", "coverage", "dom", "picture", "view", "plot", "purse", "places", "fold", "now", "events", "panels", "steps", "compare", "main")

type versionJSON struct {
	Machine *machineJSON `json:"machine"`
	// Edges are the transitions of each arrow.
	Edges [][]int   `json:"edges"`
	Runs  []runJSON `json:"runs"`
}

type dataJSON struct {
	Versions []versionJSON `json:"versions"`
	Folds    *foldsJSON    `json:"folds,omitempty"`
	Traces   string        `json:"traces,omitempty"`
	Reload   string        `json:"reload,omitempty"`
	Stamp    string        `json:"stamp,omitempty"`
}

// Write returns the page, ending in a newline. The error is that of the context.
func Write(ctx context.Context, p Page) ([]byte, error) {
	data := dataJSON{Traces: string(p.Traces), Reload: p.Reload, Stamp: p.Stamp}
	reports := []*verify.Report{p.Report}
	if p.Old != nil {
		reports = append(reports, p.Old)
	}
	pictures, err := drawn(ctx, reports)
	if err != nil {
		return nil, err
	}
	data.Folds = pictures.folds
	var shown strings.Builder
	for i, r := range reports {
		v := versionJSON{Machine: encode(r.Machine, r.Ranked(), shownBound(r)), Runs: runs(r)}
		v.Machine.Found, v.Machine.Unlimited = r.Synthesized != nil, r.Mathematical
		v.Edges = pictures.edges[i]
		title, label := "", "Picture of "+r.Machine.Name
		if len(reports) > 1 {
			version := []string{"new version", "old version"}[i]
			title, label = "<h3>"+version+"</h3>\n", label+", "+version
		}
		fmt.Fprintf(&shown, "<div class=\"version\">\n%s<div class=\"drawing\" role=\"group\" tabindex=\"0\" aria-label=\"%s\">\n%s</div>\n</div>\n", title, html.EscapeString(label), pictures.open[i])
		data.Versions = append(data.Versions, v)
	}
	encoded, err := json.Marshal(data) // it escapes <, >, and &
	if err != nil {
		return nil, fmt.Errorf("encode the machine: %w", err)
	}
	m := p.Report.Machine
	body := strings.NewReplacer(
		"{{name}}", html.EscapeString(m.Name), "{{doc}}", html.EscapeString(m.Doc), "{{verdicts}}", verdicts(p.Report),
		"{{pictures}}", shown.String(), "{{sample}}", html.EscapeString(example(m)),
	).Replace(file("page.html"))
	code := "(() => {\n\"use strict\";\n" + script(files) + "})();\n"
	style := "\n" + file("page.css")
	var b bytes.Buffer
	b.WriteString("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
	fmt.Fprintf(&b, "<meta http-equiv=\"Content-Security-Policy\" content=\"%s\">\n", policy(p.Reload != "", code, style, pictures.all))
	b.WriteString("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"referrer\" content=\"no-referrer\">\n")
	fmt.Fprintf(&b, "<title>%s · fsmgen explore</title>\n<style>%s</style>\n</head>\n<body>\n", html.EscapeString(m.Name), style)
	b.WriteString(body)
	fmt.Fprintf(&b, "<script type=\"application/json\" id=\"data\">%s</script>\n<script>%s</script>\n</body>\n</html>\n", encoded, code)
	return b.Bytes(), nil
}

func file(name string) string {
	text, err := web.ReadFile("web/" + name)
	if err != nil {
		panic(err) // the file is embedded
	}
	return string(text)
}

var styleElement = regexp.MustCompile(`(?s)<style>(.*?)</style>`)

// policy returns a content security policy that admits the script, the style, and those of the pictures, and requests only if the
// page reloads itself.
func policy(reloads bool, code, style string, pictures []string) string {
	styles := []string{hash(style)}
	for _, image := range pictures {
		for _, s := range styleElement.FindAllStringSubmatch(image, -1) {
			if h := hash(s[1]); !slices.Contains(styles, h) {
				styles = append(styles, h)
			}
		}
	}
	connect := "'none'"
	if reloads {
		connect = "'self'"
	}
	// Attributes of the style are those of the picture. They cannot run a script or make a request.
	return "default-src 'none'; script-src " + hash(code) + "; style-src-elem " + strings.Join(styles, " ") +
		"; style-src-attr 'unsafe-inline'; connect-src " + connect + "; base-uri 'none'; form-action 'none'"
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// images are the pictures of a page.
type images struct {
	open  []string  // of each version, or why there is none
	edges [][][]int // the transitions of each of their arrows
	folds *foldsJSON
	all   []string
}

// drawn returns the pictures of machines. What two machines have in common is in the same place. A large machine has no picture.
func drawn(ctx context.Context, reports []*verify.Report) (out images, err error) {
	var parts []svg.Part
	large := false
	for _, r := range reports {
		p := picture.New(r.Machine)
		large = large || len(p.Nodes) > MaxNodes
		parts = append(parts, svg.Part{Title: r.Machine.Name, Picture: p, Keys: true})
		out.edges = append(out.edges, arrows(p))
	}
	what := "states"
	if !large {
		out.open, _, err = drawings(ctx, parts)
		if large = errors.Is(err, svg.ErrLarge); err != nil && !large {
			return out, err
		}
		what = "arrows"
	}
	if !large {
		frames, list, err := folded(ctx, parts)
		if err != nil {
			return out, err
		}
		out.all = slices.Clip(out.open)
		for i := range list {
			out.all = append(out.all, list[i].images...)
		}
		out.folds, err = encodeFolds(parts, frames, list)
		return out, err
	}
	out.open = nil
	for i, r := range reports {
		count := len(r.Machine.States)
		if what == "arrows" {
			count = len(parts[i].Picture.Edges)
		}
		out.open, out.edges[i] = append(out.open, fmt.Sprintf("<p class=\"note\">The machine has %d %s, too many for a picture.</p>\n", count, what)), nil
	}
	return out, nil
}

// drawings returns an image of each part, and the steps of the layout.
func drawings(ctx context.Context, parts []svg.Part) (images []string, steps int, err error) {
	if parts = slices.Clone(parts); len(parts) == 2 {
		parts[0], parts[1], steps, err = svg.Together(ctx, parts[0], parts[1])
	} else {
		parts[0], steps, err = svg.Alone(ctx, parts[0])
	}
	for i := 0; i < len(parts) && err == nil; i++ {
		var image []byte
		image, err = svg.Write(ctx, parts[i:i+1])
		images = append(images, string(image))
	}
	return images, steps, err
}

// example returns an event that a person can type.
func example(m *core.Machine) string {
	typed := func(i int) bool { e := &m.Events[i]; return !e.Internal && !e.Result && !e.Eventless }
	for _, t := range m.From(m.Initial) {
		if typed(t.Event) {
			return m.Events[t.Event].Name
		}
	}
	for i := range m.Events {
		if typed(i) {
			return m.Events[i].Name
		}
	}
	return "Event"
}
