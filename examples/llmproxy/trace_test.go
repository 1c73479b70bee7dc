package main

import (
	"bytes"
	"log/slog"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestLogSteps(t *testing.T) {
	var log bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		},
	}))
	url, p, _ := start(t, 0, time.Minute, answer(404, errorBody("no such model")), answer(200, `{}`))
	p.observe = logSteps(logger)
	post(t, url, question)
	const want = `level=INFO msg=transition run=1 n=1 from=Idle event=RequestReceived to=Selecting progress=7
level=INFO msg=transition run=1 n=2 from=Selecting event=Select to=Attempting progress=6 provider=a
level=INFO msg=transition run=1 n=3 from=Attempting event=Failure to=Selecting progress=4 provider=a class=Recoverable reason=unknown_model error="status 404 Not Found: no such model"
level=INFO msg=transition run=1 n=4 from=Selecting event=Select to=Attempting progress=3 provider=b
level=INFO msg=switched run=1 from=a to=b position=1 reason=unknown_model
level=INFO msg=transition run=1 n=5 from=Attempting event=Success to=Succeeded progress=0 provider=b
level=INFO msg="run ended" run=1 state=Succeeded transitions=5 max_transitions=8
`
	if diff := cmp.Diff(want, log.String()); diff != "" {
		t.Errorf("log (-want +got):\n%s", diff)
	}
}
