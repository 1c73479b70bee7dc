package store

import "testing"

// TestReadEnd reads payloads of rows that somebody has changed: an end without its outcome is not delivered.
func TestReadEnd(t *testing.T) {
	for payload, want := range map[string]string{
		`{"outcome":"paid"}`: "paid", `{}`: "", `null`: "", `{"outcome":null}`: "", `{"outcome":""}`: "", `[]`: "", ``: "",
	} {
		if got, err := readEnd([]byte(payload)); got != want || (err == nil) != (want != "") {
			t.Errorf("%s: %q, %v", payload, got, err)
		}
	}
}
