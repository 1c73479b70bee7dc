package courier

import (
	"context"
	"encoding/json"
	"errors"
	"runtime"
	"testing"
	"time"
)

// TestRunPanics has each function of the program panic while calls run. The panic reaches the caller of
// Run with its value, when no call runs any more.
func TestRunPanics(t *testing.T) {
	for name, spoil := range map[string]func(*host, *handler) RunOption{
		"call": func(h *host, _ *handler) RunOption {
			h.log = func(context.Context) error { panic(errBoom) }
			return nil
		},
		"call that has been left": func(h *host, f *handler) RunOption {
			h.log = func(ctx context.Context) error { <-ctx.Done(); panic(errBoom) }
			f.reading = func(_ context.Context, s InReading) (AfterReading, error) { return s.Refuse() }
			return nil
		},
		"call that is left while others go on": func(h *host, f *handler) RunOption {
			h.check, h.signature = approves, func(ctx context.Context, _ int) (SignatureResult, error) { return nil, lasts(ctx) }
			h.log = func(ctx context.Context) error { time.Sleep(time.Minute); panic(errBoom) }
			return nil
		},
		"method": func(_ *host, f *handler) RunOption {
			f.reading = func(context.Context, InReading) (AfterReading, error) { time.Sleep(time.Second); panic(errBoom) }
			return nil
		},
		"method, and then a call": func(h *host, f *handler) RunOption {
			h.log = func(ctx context.Context) error { <-ctx.Done(); panic("another") }
			f.reading = func(context.Context, InReading) (AfterReading, error) { time.Sleep(time.Second); panic(errBoom) }
			return nil
		},
		"checkpoint": func(*host, *handler) RunOption {
			return WithCheckpoint(func(_ context.Context, m *Machine, _ []Step) error {
				if m.State() == StateReading {
					time.Sleep(time.Second)
					panic(errBoom)
				}
				return nil
			})
		},
		"output": func(h *host, _ *handler) RunOption {
			h.fetch = nil
			count := 0
			h.noted = func(string) {
				if count++; count > 1 {
					panic(errBoom)
				}
			}
			return nil
		},
		"observer": func(h *host, _ *handler) RunOption {
			h.check = approves
			return WithObserver(func(s Step) {
				if s.To == StateSigning {
					panic(errBoom)
				}
			})
		},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, h *host, f *handler) {
				h.fetch = fetches
				options := []RunOption{WithCheckpoint(func(context.Context, *Machine, []Step) error { return nil })}
				if o := spoil(h, f); o != nil {
					options = append(options, o)
				}
				defer func() {
					want(t, "panic", recover(), any(errBoom))
					want(t, "calls that run", h.running, 0)
				}()
				end, err := Run(context.Background(), DefaultParams(), h, f, options...)
				t.Errorf("Run returns %v, %v", end, err)
			})
		})
	}
}

// TestRunGoexit ends the goroutine of a call: that of Run ends, too.
func TestRunGoexit(t *testing.T) {
	bubble(t, func(t *testing.T, h *host, f *handler) {
		h.fetch = func(context.Context, string, int) (string, error) { runtime.Goexit(); return "", nil }
		ended := make(chan bool)
		go func() {
			returned := false
			defer func() { ended <- returned }()
			_, _ = Run(context.Background(), DefaultParams(), h, f)
			returned = true
		}()
		want(t, "returned", <-ended, false)
	})
}

// TestRunChild has a child machine fail to end. The run ends, and Continue runs it again with the same
// number.
func TestRunChild(t *testing.T) {
	for name, signature := range map[string]func(context.Context, int) (SignatureResult, error){
		"error":   func(context.Context, int) (SignatureResult, error) { return nil, errBoom },
		"nothing": func(context.Context, int) (SignatureResult, error) { return nil, nil },
		"both":    func(context.Context, int) (SignatureResult, error) { return SignatureRefused{}, errBoom },
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, h *host, f *handler) {
				h.fetch, h.check, h.signature = fetches, approves, signature
				target := errBoom
				if name == "nothing" {
					target = nil
				}
				end, err := Run(context.Background(), DefaultParams(), h, f)
				m := wantStop[InSigning](t, end, err, target)
				if name == "nothing" {
					want(t, "error", err.Error(), "courier: stopped in state Signing: courier: Signature has returned neither a result nor an error")
				}
				h.signature = func(context.Context, int) (SignatureResult, error) { return SignatureRefused{}, nil }
				end, err = Continue(context.Background(), m, h, f)
				wantEnd[InFailed](t, end, err)
				want(t, "made", h.made[3:], []string{"signature 3", "signature 3"})
			})
		})
	}
}

// TestRunHandlerFails ends runs by errors of the handler and of checkpoints while calls run. The contexts
// of the calls end with the error of the run.
func TestRunHandlerFails(t *testing.T) {
	bubble(t, func(t *testing.T, h *host, f *handler) {
		h.fetch = fetches
		f.reading = func(context.Context, InReading) (AfterReading, error) { time.Sleep(time.Second); return nil, errBoom }
		end, err := Run(context.Background(), DefaultParams(), h, f)
		wantStop[InReading](t, end, err, errBoom)
		want(t, "causes", h.causes[1:], []error{err, err})
	})
	bubble(t, func(t *testing.T, h *host, f *handler) {
		end, err := Run(context.Background(), DefaultParams(), h, f, WithCheckpoint(func(_ context.Context, m *Machine, _ []Step) error {
			if m.State() == StateFetching {
				return errBoom
			}
			return nil
		}))
		wantStop[InFetching](t, end, err, errBoom)
		want(t, "made", h.made, []string{}) // the checkpoint comes first
	})
}

// TestRunResumes continues snapshots: a call that runs is made again, and one whose result has been
// ignored is not.
func TestRunResumes(t *testing.T) {
	bubble(t, func(t *testing.T, h *host, f *handler) {
		var saved []byte
		save := WithCheckpoint(func(_ context.Context, m *Machine, _ []Step) (err error) { saved, err = json.Marshal(m); return err })
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		count := 0
		h.fetch = func(context.Context, string, int) (string, error) {
			if count++; count == 3 {
				panic(errBoom)
			}
			return "", errBoom
		}
		func() {
			defer func() { want(t, "panic", recover(), any(errBoom)) }()
			_, _ = Run(context.Background(), DefaultParams(), h, f, save)
		}()
		h.made, h.fetch = nil, fetches
		again, err := Restore(saved, &byHand{})
		if err != nil {
			t.Fatal(err)
		}
		number, url, tries, ok := again.FetchCall()
		want(t, "call", []any{number, url, tries, ok}, []any{3, "here", 2, true})
		h.log = func(context.Context) error { return nil }
		f.reading = func(_ context.Context, s InReading) (AfterReading, error) {
			time.Sleep(time.Second)
			if f.read == 1 {
				return nil, nil
			}
			var err error
			saved, err = json.Marshal(s.Machine())
			return nil, errors.Join(err, errBoom)
		}
		end, err := Resume(context.Background(), saved, h, f)
		wantStop[InReading](t, end, err, errBoom)
		want(t, "made", len(h.made), 3)
		h.made, h.check, h.signature, f.reading = nil, approves, signs, nil
		end, err = Resume(context.Background(), saved, h, f)
		wantEnd[InDone](t, end, err)
		want(t, "made", h.made, []string{"check text", "signature 3"})
		end, err = Resume(ctx, saved, h, f)
		wantStop[InReading](t, end, err, context.Canceled)
		want(t, "made", len(h.made), 2) // the context comes first
	})
}
