package explorer

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// TestDurations compares how the page writes and reads durations with how the language does.
func TestDurations(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	durations := []time.Duration{0, 1, -1, 999, 1000, 1500, time.Millisecond, 90 * time.Second, time.Hour, time.Hour + time.Second, time.Hour + 1, 1<<63 - 1}
	for range 500 {
		durations = append(durations, time.Duration(r.Int64()>>r.IntN(63)), time.Duration(r.Int64N(1e5))*time.Second)
	}
	var in bytes.Buffer
	for _, d := range durations {
		fmt.Fprintf(&in, "[\"%d\", %q]\n", int64(d), d.String())
	}
	out := node(t, append(append([]string{}, interpreterFiles...), "value"), `
function both([number, text]) {
  const { value, error } = parseDuration(text);
  return [durationText(BigInt(number)), error ?? String(value), ["5", "s", "1y", "1h1", "", "1e3s", "300000000h"].filter((t) => !parseDuration(t).error).join()];
}
`+fmt.Sprintf(each, "both"), in.Bytes())
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(lines) != len(durations) {
		t.Fatalf("%d results for %d durations", len(lines), len(durations))
	}
	for i, line := range lines {
		var got [3]string
		if err := json.Unmarshal([]byte(line), &got); err != nil {
			t.Fatal(err)
		}
		if want := [3]string{expr.DurationText(durations[i]), fmt.Sprint(int64(durations[i])), ""}; got != want {
			t.Errorf("%v: %q, want %q", durations[i], got, want)
		}
	}
}
