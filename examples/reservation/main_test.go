package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/internal/golden"
	"github.com/fsmgen/fsmgen/machines/reservation"
)

// TestGolden compares what is printed with golden files.
func TestGolden(t *testing.T) {
	tests := []struct {
		name string
		args []string
	}{
		{"demo.txt", []string{"-demo"}},
		{"silent-2.txt", []string{"-no-progress=2", "-caller=silent"}},
		{"skeptical-bare.txt", []string{"-no-recovery", "-caller=skeptical"}},
		{"cooperative-2.txt", []string{"-turns=2", "-caller=cooperative"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			if status := run(test.args, strings.NewReader(""), &stdout, &stderr); status != 0 || stderr.Len() > 0 {
				t.Fatalf("status %d, stderr %q", status, stderr.String())
			}
			file := filepath.Join("testdata", test.name)
			golden.File(t, file, stdout.Bytes())
		})
	}
}

// TestReadme has the output that the README shows: each line is one of the
// golden file.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	golden, err := os.ReadFile(filepath.Join("testdata", "demo.txt"))
	if err != nil {
		t.Fatal(err)
	}
	lines, compared := strings.Split(string(golden), "\n"), 0
	for shown := range strings.SplitSeq(string(readme), "\n") {
		line, indented := strings.CutPrefix(shown, "    ")
		if !indented || line == "..." || strings.HasPrefix(line, "$ ") || strings.HasPrefix(line, "printf ") {
			continue
		}
		compared++
		if !slices.Contains(lines, line) {
			t.Errorf("the README shows %q, which is not printed", line)
		}
	}
	if compared < 15 {
		t.Errorf("the README shows %d lines of output", compared)
	}
}

// TestCallers has how each scripted caller ends, and checks it against what is
// proved for all parameters.
func TestCallers(t *testing.T) {
	type end struct {
		Outcome     reservation.Outcome
		Time        string
		Party       int
		Name        string
		Transitions int
	}
	const booked, escalated = reservation.OutcomeBooked, reservation.OutcomeEscalated
	type ends struct{ With, Without end }
	want := map[string]ends{
		"cooperative":     {end{booked, "8:30 PM", 4, "Ann Lee", 4}, end{booked, "8:30 PM", 4, "Ann Lee", 4}},
		"forgetful":       {end{booked, "8:30 PM", 4, "Ann Lee", 8}, end{booked, "8:30 PM", 4, "Ann Lee", 8}},
		"skeptical":       {end{booked, "7:00 PM", 2, "Guest", 10}, end{escalated, "", 0, "", 3}},
		"privacy-guarded": {end{booked, "8:30 PM", 4, "Guest", 6}, end{escalated, "8:30 PM", 4, "", 5}},
		"adversarial":     {end{escalated, "", 0, "", 31}, end{escalated, "", 0, "", 3}}, // max turns
		"denial":          {end{booked, "9:00 PM", 4, "Ann Lee", 9}, end{booked, "9:00 PM", 4, "Ann Lee", 9}},
		"silent":          {end{escalated, "7:00 PM", 2, "Guest", 12}, end{escalated, "", 0, "", 3}}, // no progress
		"undecided":       {end{escalated, "7:00 PM", 4, "Ann Lee", 31}, end{escalated, "7:00 PM", 4, "Ann Lee", 31}},
	}
	got := map[string]ends{}
	for _, c := range callers() {
		var both [2]end
		for i, bare := range []bool{false, true} {
			p := reservation.DefaultParams()
			p.NoRecovery = bare
			e, err := converse(io.Discard, p, c)
			if err != nil {
				t.Fatal(err)
			}
			both[i] = end{e.machine.Outcome(), e.machine.Time(), e.machine.Party(), e.machine.Name(), e.transitions}
			for most := 1; most <= 40; most++ {
				for limit := 2; limit <= 6; limit++ {
					p := reservation.Params{MaxNoProgress: limit, MaxTurns: most, NoRecovery: bare}
					e, err := converse(io.Discard, p, c)
					if err != nil || !e.machine.State().Terminal() || e.transitions > p.MaxTransitions() {
						t.Errorf("%s, %+v: %v after %d transitions, %v", c.name, p, e.machine.State(), e.transitions, err)
					}
				}
			}
		}
		got[c.name] = ends{both[0], both[1]}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestKeyboard(t *testing.T) {
	tests := []struct {
		name, input string
		status      int
		last        string // line of stdout
		stderr      string
	}{
		{"booked", "at 8 for two\nAnn\nyes\n", 0, "It is booked. Good-bye!", ""},
		{"no newline at the end", "at 8 for two\r\nAnn\r\nyes", 0, "It is booked. Good-bye!", ""},
		{"silence", strings.Repeat("\n", 12), 0, "I will put you through to a colleague.", ""},
		{"input ends", "at 8\n", 1, "For how many people?", "the input ended before the dialog"},
		{"no input", "", 1, "For what time shall I book a table?", "the input ended before the dialog"},
		{"long line", strings.Repeat("x", 2*longestLine), 1, "For what time shall I book a table?", "token too long"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			status := run(nil, strings.NewReader(test.input), &stdout, &stderr)
			if status != test.status || !strings.HasSuffix(stdout.String(), "\n"+test.last+"\n") && stdout.String() != test.last+"\n" ||
				!strings.Contains(stderr.String(), test.stderr) || (stderr.Len() > 0) != (test.stderr != "") {
				t.Errorf("status %d, stdout %q, stderr %q", status, stdout.String(), stderr.String())
			}
		})
	}
}

func TestUsage(t *testing.T) {
	tests := []struct {
		args   []string
		status int
		stderr string
	}{
		{[]string{"-nonsense"}, 2, "nonsense"},
		{[]string{"rest"}, 2, `unexpected argument "rest"`},
		{[]string{"-no-progress=1"}, 2, "maxNoProgress is 1, must be from 2"},
		{[]string{"-turns=0"}, 2, "maxTurns is 0"},
		{[]string{"-caller=nobody"}, 2, "want one of cooperative, forgetful"},
		{[]string{"-demo", "-turns=5"}, 2, "-demo takes no other flag"},
		{[]string{"-h"}, 0, "-caller name"},
	}
	for _, test := range tests {
		var stdout, stderr bytes.Buffer
		status := run(test.args, strings.NewReader(""), &stdout, &stderr)
		if status != test.status || !strings.Contains(stderr.String(), test.stderr) || stdout.Len() > 0 {
			t.Errorf("%q: status %d, stdout %q, stderr %q, want %d and %q",
				test.args, status, stdout.String(), stderr.String(), test.status, test.stderr)
		}
	}
}

// broken is a terminal that has gone.
type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

func TestBrokenOutput(t *testing.T) {
	for _, args := range [][]string{nil, {"-demo"}, {"-caller=silent"}} {
		var stderr bytes.Buffer
		if status := run(args, strings.NewReader("at 8\n"), broken{}, &stderr); status != 1 || !strings.Contains(stderr.String(), "broken pipe") {
			t.Errorf("%q: status %d, stderr %q", args, status, stderr.String())
		}
	}
}
