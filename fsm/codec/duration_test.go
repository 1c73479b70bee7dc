package codec_test

import (
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/fsm/codec"
)

// TestDuration writes and reads durations, which are whole numbers of nanoseconds.
func TestDuration(t *testing.T) {
	var d time.Duration
	payload := codec.Payload{Package: "p", Of: "event E", Fields: []codec.Field{{Name: "d", Value: &d}}}
	for _, want := range []time.Duration{0, 1, -1, 90 * time.Second, 1<<63 - 1, -1 << 63} {
		d = want
		text, err := payload.Write()
		if err != nil {
			t.Fatal(err)
		}
		d = 7
		if err := payload.Read(text); err != nil || d != want {
			t.Errorf("%v is read from %s as %v (%v)", want, text, d, err)
		}
	}
	for text, want := range map[string]string{
		`"5s"`:                `p: event E: d: json: cannot unmarshal string into Go value of type time.Duration`,
		"1.5":                 "p: event E: d: json: cannot unmarshal number 1.5 into Go value of type time.Duration",
		"9223372036854775808": "p: event E: d: json: cannot unmarshal number 9223372036854775808 into Go value of type time.Duration",
		"null":                "p: event E: d is null",
	} {
		if err := payload.Read([]byte(`{"d":` + text + `}`)); err == nil || err.Error() != want {
			t.Errorf("%s is refused with %v, want %s", text, err, want)
		}
	}
}
