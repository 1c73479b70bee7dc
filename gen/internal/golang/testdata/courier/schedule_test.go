package courier

import (
	"fmt"
	"time"
)

// byHand is the host of a machine that a test drives by hand. It notes the calls that start.
type byHand struct{ started []string }

func (r *byHand) note(format string, args ...any) {
	r.started = append(r.started, fmt.Sprintf(format, args...))
}

func (*byHand) Noted(string)                              {}
func (*byHand) Now() (none time.Time)                     { return none }
func (*byHand) StartTimer(Timer, time.Duration)           {}
func (*byHand) StopTimer(Timer)                           {}
func (*byHand) StopCall(Call, int)                        {}
func (r *byHand) StartFetch(_ int, url string, tries int) { r.note("fetch %s %d", url, tries) }
func (r *byHand) StartLog(_ int, text string)             { r.note("log %s", text) }
func (r *byHand) StartCheck(_ int, text string)           { r.note("check %s", text) }
func (r *byHand) StartSignature(_, people int)            { r.note("signature %d", people) }
