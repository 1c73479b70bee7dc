package checkertest

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"testing"
)

// reader is a process that reads TLA+.
type reader struct {
	in  io.WriteCloser
	out *bufio.Reader
}

// open starts a reader. Without Node.js and what npm ci installs the test is
// skipped loudly, which in CI is a failure.
func open(t *testing.T) *reader {
	t.Helper()
	_, err := exec.LookPath("node")
	if err == nil {
		_, err = os.Stat("node_modules/tla-checker")
	}
	if err != nil && os.Getenv("CI") != "" {
		t.Fatalf("%v; CI needs it (npm ci --ignore-scripts)", err)
	}
	if err != nil {
		t.Skipf("NOT CROSS-CHECKED: %v (npm ci --ignore-scripts installs what is missing)", err)
	}
	c := exec.Command("node", "reader.mjs")
	c.Stderr = os.Stderr
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		if err := c.Wait(); err != nil {
			t.Error(err)
		}
	})
	return &reader{in, bufio.NewReader(out)}
}

func (r *reader) ask(t *testing.T, question map[string]any, answer any) {
	t.Helper()
	text, err := json.Marshal(question)
	if err == nil {
		_, err = r.in.Write(append(text, '\n'))
	}
	if err == nil {
		text, err = r.out.ReadBytes('\n')
	}
	if err == nil {
		err = json.Unmarshal(text, answer)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// verdict is the result of the model checker. Kind is "" if all claims hold.
type verdict struct {
	Kind    string `json:"error_type"`
	Message string `json:"error_message"`
	States  int    `json:"states_explored"`
	Graph   string `json:"dot"`
}

var (
	node = regexp.MustCompile(`(?m)^  (s\d+) \[label="(.*)"\];$`)
	edge = regexp.MustCompile(`(?m)^  (s\d+) -> (s\d+)`)
)

// steps lists the pairs of different configurations between which a step leads,
// in order.
func (v *verdict) steps() []string {
	names := map[string]string{}
	for _, n := range node.FindAllStringSubmatch(v.Graph, -1) {
		names[n[1]] = n[2]
	}
	var out []string
	for _, e := range edge.FindAllStringSubmatch(v.Graph, -1) {
		if e[1] != e[2] {
			out = append(out, names[e[1]]+" -> "+names[e[2]])
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
