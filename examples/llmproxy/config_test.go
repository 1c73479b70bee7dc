package main

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/machines/fallback"
	"github.com/fsmgen/fsmgen/machines/fallback/openai"
)

const configText = `{
	"listen": "127.0.0.1:9000",
	"active": "main",
	"fallback": ["local"],
	"providers": [
		{"name": "main", "url": "https://example.com/v1", "key_env": "MAIN_KEY"},
		{"name": "local", "url": "http://127.0.0.1:11434/v1", "model": "small", "no_tools": true, "no_vision": true, "context": 8192},
		{"name": "spare", "url": "http://127.0.0.1:1"}
	],
	"retries": 2, "timeout": "20s", "stay": "5m", "grace": "3s",
	"backoff": {"min": "100ms", "max": "2s", "factor": 3, "jitter": 0.25},
	"rules": [{"status": 403, "message": "region", "class": "recoverable", "reason": "region", "blames": true}]
}`

func TestReadConfig(t *testing.T) {
	getenv := func(name string) string {
		return map[string]string{"MAIN_KEY": "secret", "LLMPROXY_KEY_LOCAL": "other"}[name]
	}
	c, err := readConfig([]byte(configText), getenv)
	if err != nil {
		t.Fatal(err)
	}
	rules := c.rules
	c.rules = nil // functions do not compare
	want := config{
		listen: "127.0.0.1:9000", active: "main", fallback: []string{"local"},
		upstreams: []openai.Upstream{
			{Name: "main", Endpoint: "https://example.com/v1/chat/completions", Key: "secret"},
			{Name: "local", Endpoint: "http://127.0.0.1:11434/v1/chat/completions", Key: "other", Model: "small",
				Limits: fallback.Limits{NoTools: true, NoVision: true, Context: 8192}},
			{Name: "spare", Endpoint: "http://127.0.0.1:1/chat/completions"},
		},
		retries: 2, timeout: 20 * time.Second, stay: 5 * time.Minute, grace: 3 * time.Second,
		backoff: fallback.Backoff{Min: 100 * time.Millisecond, Max: 2 * time.Second, Factor: 3, Jitter: 0.25},
	}
	if diff := cmp.Diff(want, c, cmp.AllowUnexported(config{})); diff != "" {
		t.Errorf("config (-want +got):\n%s", diff)
	}
	if len(rules) != 1 || rules.Classify(&fallback.StatusError{Status: 403, Message: "Not in your Region"}).Reason != "region" {
		t.Errorf("rules %v", rules)
	}
	c, err = readConfig([]byte(`{"active":"a","providers":[{"name":"a","url":"http://x"}]}`), noenv)
	if err != nil || c.timeout != defaultConfig().timeout || c.retries != 1 || c.listen != defaultConfig().listen {
		t.Errorf("config without settings: %+v, %v", c, err)
	}
}

func TestReadConfigErrors(t *testing.T) {
	const provider = `"active":"a","providers":[{"name":"a","url":"http://x"},{"name":"b","url":"http://y"}]`
	tests := []struct{ text, want string }{
		{``, "EOF"},
		{`{` + provider + `} {}`, "more than one value"},
		{`{` + provider + `,"retrys":1}`, `unknown field "retrys"`},
		{`{` + provider + `,"timeout":5}`, "5 is not a duration"},
		{`{` + provider + `,"timeout":"soon"}`, `invalid duration "soon"`},
		{`{` + provider + `,"timeout":"0s"}`, "timeout is 0s"},
		{`{` + provider + `,"retries":-1}`, "retries is -1"},
		{`{` + provider + `,"fallback":["c"]}`, `unknown fallback "c"`},
		{`{` + provider + `,"fallback":["a"]}`, `fallback "a" is the active provider`},
		{`{` + provider + `,"fallback":["b","b"]}`, `duplicate fallback "b"`},
		{`{"active":"c",` + provider[len(`"active":"a",`):] + `}`, `unknown active provider "c"`},
		{`{"active":"a","providers":[{"name":"a","url":"http://x"},{"name":"a","url":"http://y"}]}`, `two providers are named "a"`},
		{`{"active":"a","providers":[{"name":"a","url":"x"}]}`, `url of "a"`},
		{`{"active":"a","providers":[{"name":"a","url":"http://x","context":-1}]}`, `context of "a" is -1`},
		{`{` + provider + `,"backoff":{"min":"2s","max":"1s"}}`, "backoff is from 2s to 1s"},
		{`{` + provider + `,"backoff":{"jitter":2}}`, "jitter of backoff is 2"},
		{`{` + provider + `,"rules":[{"class":"fatal","reason":"x"}]}`, "rule 1: a rule needs a status"},
		{`{` + provider + `,"rules":[{"status":99,"class":"fatal","reason":"x"}]}`, "status is 99"},
		{`{` + provider + `,"rules":[{"status":400,"class":"fatal"}]}`, "give a reason"},
		{`{` + provider + `,"rules":[{"status":400,"class":"bad","reason":"x"}]}`, `class is "bad"`},
	}
	for _, test := range tests {
		if _, err := readConfig([]byte(test.text), noenv); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("readConfig(%s): error %v, want one with %q", test.text, err, test.want)
		}
	}
}

// TestOwnRule has a rule that makes a refused key no reason to stop.
func TestOwnRule(t *testing.T) {
	rule, err := fileRule{Status: 401, Class: "Recoverable", Reason: "expired"}.rule()
	if err != nil {
		t.Fatal(err)
	}
	url, _, _ := startWith(t, config{timeout: time.Minute, rules: fallback.Rules{rule}}, answer(401, ""), answer(200, `{}`))
	if response, body := post(t, url, question); response.StatusCode != 200 {
		t.Errorf("answer %d %s", response.StatusCode, body)
	}
}

// TestExampleConfig reads the file that the README points to.
func TestExampleConfig(t *testing.T) {
	text, err := os.ReadFile("llmproxy.example.json")
	if err != nil {
		t.Fatal(err)
	}
	c, err := readConfig(text, noenv)
	if err != nil {
		t.Fatal(err)
	}
	chain, err := c.chain(nil) // no provider is called
	if err != nil || len(chain.Names()) != 3 {
		t.Errorf("chain %v, %v", chain, err)
	}
}

func TestParseUpstream(t *testing.T) {
	getenv := func(name string) string { return map[string]string{"LLMPROXY_KEY_EU_1": "secret"}[name] }
	tests := []struct {
		text string
		want openai.Upstream // zero for an error
	}{
		{"a=http://127.0.0.1:9/v1", openai.Upstream{Name: "a", Endpoint: "http://127.0.0.1:9/v1/chat/completions"}},
		{"eu-1=https://example.com/v1/", openai.Upstream{Name: "eu-1", Endpoint: "https://example.com/v1/chat/completions", Key: "secret"}},
		{"a=https://example.com?x=1", openai.Upstream{Name: "a", Endpoint: "https://example.com/chat/completions?x=1"}},
		{"http://example.com", openai.Upstream{}},
		{"=http://example.com", openai.Upstream{}},
		{"A=http://example.com", openai.Upstream{}},
		{"a_b=http://example.com", openai.Upstream{}},
		{"a\r\nb=http://example.com", openai.Upstream{}},
		{"a=example.com", openai.Upstream{}},
		{"a=ftp://example.com", openai.Upstream{}},
		{"a=http://", openai.Upstream{}},
		{"a=http://user:pass@example.com", openai.Upstream{}},
		{"a=http://exa mple.com", openai.Upstream{}},
	}
	for _, test := range tests {
		got, err := parseUpstream(test.text, getenv)
		if got != test.want || (err == nil) != (test.want != openai.Upstream{}) {
			t.Errorf("parseUpstream(%q) = %+v, %v, want %+v", test.text, got, err, test.want)
		}
	}
}
