package fallback_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/machines/fallback"
)

func TestResponseJSON(t *testing.T) {
	for _, want := range []fallback.Response{{}, {Status: 200, Header: http.Header{"A": {"b", "c"}}, Body: []byte("\xff{}")}} {
		text, err := json.Marshal(&want)
		if err != nil {
			t.Fatal(err)
		}
		got := fallback.Response{Status: 1, Body: []byte("old")}
		if err := json.Unmarshal(text, &got); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s: %s", text, d)
		}
	}
	if text, err := json.Marshal(fallback.Response{Rest: io.NopCloser(strings.NewReader("x"))}); err == nil {
		t.Errorf("a streamed response is %s", text)
	}
}
