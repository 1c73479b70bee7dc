package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
)

// TestTournamentGolden compares the table of the tournament and its plot with
// golden files, and reads the plot back as XML: the bars of each row fill the
// width.
func TestTournamentGolden(t *testing.T) {
	sample.Turn(t)
	file := filepath.Join(t.TempDir(), "plot.svg")
	var stdout, stderr bytes.Buffer
	if status := run(t.Context(), []string{"-svg", file}, &stdout, &stderr); status != 0 || stderr.Len() > 0 {
		t.Fatalf("status %d, stderr %q", status, stderr.String())
	}
	table, told := bytes.CutSuffix(stdout.Bytes(), []byte("\nplot in "+file+"\n"))
	if !told {
		t.Errorf("nothing is said of the plot:\n%s", stdout.String())
	}
	compare(t, "tournament.txt", table)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	compare(t, "tournament.svg", text)
	rows := map[int]float64{} // widths of the bars of outcomes, by y
	for _, e := range elements(t, text) {
		if e.Name.Local != "rect" || number(t, e, "x") < left || number(t, e, "x") >= turnsLeft || number(t, e, "y") < top {
			continue
		}
		rows[int(number(t, e, "y"))] += number(t, e, "width")
	}
	if want := len(entrants()) * len(entrants()); len(rows) != want {
		t.Errorf("%d rows, want %d", len(rows), want)
	}
	for y, width := range rows {
		if math.Abs(width-barWidth) > 0.1 {
			t.Errorf("the bars at y=%d are %.2f wide, want %d", y, width, barWidth)
		}
	}
}

// TestPlotEscapes has a name that would be an element.
func TestPlotEscapes(t *testing.T) {
	const name = `<script>&"'`
	p := pairing{buyer: name, seller: "linear", agreed: 1, failed: make([]int, reasons), turns: 1}
	text := plot(tournament{turns: 10, pairings: []pairing{p}})
	if bytes.Contains(text, []byte("<script")) {
		t.Errorf("the name is an element:\n%s", text)
	}
	for _, e := range elements(t, text) {
		if e.Name.Local == "script" {
			t.Error("the name is an element")
		}
	}
}

func elements(t *testing.T, text []byte) []xml.StartElement {
	t.Helper()
	var all []xml.StartElement
	decoder := xml.NewDecoder(bytes.NewReader(text))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok {
			all = append(all, e)
		}
	}
}

// number returns an attribute, 0 if there is none.
func number(t *testing.T, e xml.StartElement, name string) float64 {
	t.Helper()
	for _, a := range e.Attr {
		if a.Name.Local == name {
			n, err := strconv.ParseFloat(a.Value, 64)
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
	}
	return 0
}
