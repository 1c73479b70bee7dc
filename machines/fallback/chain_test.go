package fallback_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/machines/fallback"
)

func TestNewChain(t *testing.T) {
	ask := func(context.Context, *fallback.Request) (*fallback.Response, error) { return nil, nil }
	known := []fallback.Provider{{Name: "a", Ask: ask}, {Name: "b", Ask: ask}, {Name: "c", Ask: ask}}
	tests := []struct {
		name  string
		known []fallback.Provider
		s     fallback.Settings
		want  []string // in the error; none for no error
	}{
		{"alone", known, fallback.Settings{Active: "c"}, nil},
		{"all", known, fallback.Settings{Active: "c", Fallback: []string{"a", "b"}, MaxRetries: 2, Stay: 1}, nil},
		{"no active", known, fallback.Settings{Fallback: []string{"a"}}, []string{`unknown active provider ""`}},
		{"unknown active", known, fallback.Settings{Active: "x"}, []string{`unknown active provider "x"`}},
		{"unknown fallback", known, fallback.Settings{Active: "a", Fallback: []string{"b", "x"}}, []string{`unknown fallback "x"`}},
		{"active again", known, fallback.Settings{Active: "a", Fallback: []string{"b", "a"}}, []string{`fallback "a" is the active provider`}},
		{"twice", known, fallback.Settings{Active: "a", Fallback: []string{"b", "c", "b"}}, []string{`duplicate fallback "b"`}},
		{"same name", append(known[:2:2], known[0]), fallback.Settings{Active: "a"}, []string{`two providers are named "a"`}},
		{"no name", append(known[:2:2], fallback.Provider{Ask: ask}), fallback.Settings{Active: "a"}, []string{"provider 2 has no name"}},
		{"no Ask", append(known[:2:2], fallback.Provider{Name: "d"}), fallback.Settings{Active: "a"}, []string{`provider "d" has no Ask function`}},
		{"nobody", nil, fallback.Settings{}, []string{`unknown active provider ""`}},
		{"retries", known, fallback.Settings{Active: "a", MaxRetries: -1}, []string{"maxRetries is -1"}},
		{"stay", known, fallback.Settings{Active: "a", Stay: -time.Second}, []string{"stay is -1s"}},
		{"negative attempt", known, fallback.Settings{Active: "a", Attempt: -1}, []string{"an attempt may take -1ns"}},
		{"long attempt", known, fallback.Settings{Active: "a", Attempt: fallback.LongestWait + 1}, []string{"must be from 0 to 10m0s"}},
		{"backoff", known, fallback.Settings{Active: "a", Backoff: fallback.Backoff{Min: 2}}, []string{"backoff is from 2ns to 0s"}},
		{"several", known, fallback.Settings{Active: "x", Fallback: []string{"y", "y"}, MaxRetries: -1},
			[]string{`unknown active provider "x"`, `unknown fallback "y"`, "maxRetries"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c, err := fallback.NewChain(test.known, test.s)
			if (err == nil) != (len(test.want) == 0) || (c == nil) == (err == nil) {
				t.Fatalf("chain %v, error %v", c, err)
			}
			for _, want := range test.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("error %q, want one with %q", err, want)
				}
			}
			if err == nil && (c.Names()[0] != test.s.Active || c.Position() != fallback.Position{Index: 0, Provider: test.s.Active}) {
				t.Errorf("the chain begins with %q, at %v", c.Names()[0], c.Position())
			}
		})
	}
}

func TestPositionText(t *testing.T) {
	for want, p := range map[string]fallback.Position{
		"nvidia-nim (active)":    {Index: 0, Provider: "nvidia-nim"},
		"deepseek (fallback #1)": {Index: 1, Provider: "deepseek"},
	} {
		if p.String() != want {
			t.Errorf("%q, want %q", p, want)
		}
	}
}
