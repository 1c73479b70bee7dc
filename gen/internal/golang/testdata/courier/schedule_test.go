package courier

import (
	"fmt"
	"time"
)

// recorder is the host of a machine that a test drives by hand. It notes the calls that start.
type recorder struct{ started []string }

func (r *recorder) note(format string, args ...any) {
	r.started = append(r.started, fmt.Sprintf(format, args...))
}

func (*recorder) Noted(string)                              {}
func (*recorder) Now() (none time.Time)                     { return none }
func (*recorder) StartTimer(Timer, time.Duration)           {}
func (*recorder) StopTimer(Timer)                           {}
func (*recorder) StopCall(Call, int)                        {}
func (r *recorder) StartFetch(_ int, url string, tries int) { r.note("fetch %s %d", url, tries) }
func (r *recorder) StartLog(_ int, text string)             { r.note("log %s", text) }
func (r *recorder) StartCheck(_ int, text string)           { r.note("check %s", text) }
func (r *recorder) StartSignature(_, people int)            { r.note("signature %d", people) }
