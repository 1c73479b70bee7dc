// Package browser runs Chromium without a window, for tests of what fsmgen draws.
//
// Only tests import this package.
package browser

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"
)

// patience is the timeout for one response of the browser.
const patience = 30 * time.Second

// Browser is a headless Chromium that is spoken to over a pair of pipes, in
// its DevTools protocol: JSON messages, each with a zero byte behind it. It has one page.
type Browser struct {
	commands io.Writer
	session  string
	events   func(method string, params json.RawMessage)

	mu      sync.Mutex
	last    int
	waiting map[int]chan message
}

type message struct {
	ID     int             `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Message string `json:"message"`
	} `json:"error"`
}

// Start runs Chromium with an empty profile and one page until the test ends. Events of the page
// go to the function, one after the other. If there is no Chromium, it skips the test, or fails it where CI is set.
func Start(t testing.TB, events func(method string, params json.RawMessage)) *Browser {
	t.Helper()
	b, stop, err := Open(t.TempDir(), events)
	switch {
	case errors.Is(err, exec.ErrNotFound) && os.Getenv("CI") == "":
		t.Skip("NOT CHECKED: ", err)
	case err != nil:
		t.Fatal(err)
	}
	t.Cleanup(stop)
	return b
}

// Open is Start for several tests. The profile is in a folder, which is empty, and the browser runs until stop is called. The error is
// [exec.ErrNotFound] if there is no Chromium.
func Open(profile string, events func(method string, params json.RawMessage)) (b *Browser, stop func(), err error) {
	var program string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			program = path
			break
		}
	}
	if program == "" {
		return nil, nil, fmt.Errorf("there is no chromium (apt-get install chromium): %w", exec.ErrNotFound)
	}
	commandsIn, commands, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	answers, answersOut, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	// No host has an address but the one of the test's own server. Frames in a sandbox are in the page's process, where the session sees them.
	c := exec.Command(program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
		"--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
		"--disable-features=IsolateSandboxedIframes",
		"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--user-data-dir="+profile, "--remote-debugging-pipe", "about:blank")
	c.ExtraFiles = []*os.File{commandsIn, answersOut}
	if err := c.Start(); err != nil {
		return nil, nil, err
	}
	commandsIn.Close()
	answersOut.Close()
	b = &Browser{commands: commands, events: events, waiting: make(map[int]chan message)}
	read := make(chan struct{})
	go func() {
		defer close(read)
		b.read(answers)
	}()
	stop = func() {
		_, _ = b.Call("Browser.close", nil)
		kill := time.AfterFunc(patience, func() { _ = c.Process.Kill() })
		defer kill.Stop()
		<-read
		_ = c.Wait()
		commands.Close()
		answers.Close()
	}
	if err := b.attach(); err != nil {
		stop()
		return nil, nil, err
	}
	return b, stop, nil
}

// attach opens the page and a session with it.
func (b *Browser) attach() error {
	var target struct{ TargetID string }
	var session struct{ SessionID string }
	if err := b.result(&target, "Target.createTarget", map[string]any{"url": "about:blank"}); err != nil {
		return err
	}
	if err := b.result(&session, "Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}); err != nil {
		return err
	}
	b.session = session.SessionID
	return nil
}

func (b *Browser) read(answers io.Reader) {
	in := bufio.NewReader(answers)
	for {
		text, err := in.ReadBytes(0)
		if err != nil {
			break
		}
		var m message
		if json.Unmarshal(bytes.TrimSuffix(text, []byte{0}), &m) != nil {
			break
		}
		if m.Method != "" {
			b.events(m.Method, m.Params)
			continue
		}
		b.mu.Lock()
		if c := b.waiting[m.ID]; c != nil {
			c <- m
			delete(b.waiting, m.ID)
		}
		b.mu.Unlock()
	}
}

// Call sends a command and waits for the answer.
func (b *Browser) Call(method string, params map[string]any) (json.RawMessage, error) {
	answer := make(chan message, 1)
	b.mu.Lock()
	b.last++
	command := map[string]any{"id": b.last, "method": method, "params": params}
	if params == nil {
		delete(command, "params")
	}
	if b.session != "" && method != "Browser.close" {
		command["sessionId"] = b.session
	}
	b.waiting[b.last] = answer
	text, err := json.Marshal(command)
	if err == nil {
		_, err = b.commands.Write(append(text, 0))
	}
	b.mu.Unlock()
	if err != nil {
		return nil, err
	}
	select {
	case m := <-answer:
		if m.Error != nil {
			return nil, fmt.Errorf("%s: %s", method, m.Error.Message)
		}
		return m.Result, nil
	case <-time.After(patience):
		return nil, fmt.Errorf("%s: no answer in %v", method, patience)
	}
}

// Must is Call for a test: it decodes the answer into result, unless that is nil, and ends the test at an error.
func (b *Browser) Must(t testing.TB, result any, method string, params map[string]any) {
	t.Helper()
	if err := b.result(result, method, params); err != nil {
		t.Fatal(err)
	}
}

func (b *Browser) result(result any, method string, params map[string]any) error {
	answer, err := b.Call(method, params)
	if err == nil && result != nil {
		err = json.Unmarshal(answer, result)
	}
	return err
}

// Eval runs an expression in the page and decodes what it gives, or what the
// promise that it gives is kept with.
func (b *Browser) Eval(result any, expression string) error {
	answer, err := b.Call("Runtime.evaluate", map[string]any{"expression": expression, "awaitPromise": true, "returnByValue": true})
	if err != nil {
		return err
	}
	var outcome struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails *struct {
			Text      string
			Exception struct{ Description string }
		}
	}
	if err := json.Unmarshal(answer, &outcome); err != nil {
		return err
	}
	if e := outcome.ExceptionDetails; e != nil {
		return fmt.Errorf("%s %s", e.Text, e.Exception.Description)
	}
	if result == nil {
		return nil
	}
	return json.Unmarshal(outcome.Result.Value, result)
}
