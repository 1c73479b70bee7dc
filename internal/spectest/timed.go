package spectest

import (
	"regexp"
	"strings"
)

// lowGuard is the guard that reads the time, too.
var lowGuard = regexp.MustCompile(`(?m)^  low: "(.*)"$`)

// timed makes durations of the values of type time.Duration, if the features have durations. They stay between 0 and an hour.
func (d dice) timed(text string, features Features) string {
	if features&Timed == 0 || d.chance(50) {
		return text
	}
	at, value := "duration", d.pick("min(max(event.at, 0s), 1h)", "max(0s, min(event.at / 2, 60m))", "min(max(event.at, 0s), 30m) + 90s")
	if features&Ranged != 0 {
		at = "{type: duration, min: 0s, max: 1h}"
		value = d.pick("event.at", "min(event.at + 1.5s, 1h)", "(event.at + seen) / 2", "event.at * (event.at / 1h)", "1h - event.at")
	}
	text = strings.ReplaceAll(text, "at: time.Duration", "at: "+at)
	text = strings.ReplaceAll(text, "{type: time.Duration", "{type: duration, min: 0s, max: 1h"+d.pick("", ", init: 0s", ", init: 5m"))
	text = strings.ReplaceAll(text, "when: time.Duration", "when: {type: duration, min: 0s, max: 3600s}")
	text = strings.ReplaceAll(text, `"event.at"`, `"`+value+`"`)
	text = strings.ReplaceAll(text, ": event.at", `: "`+value+`"`)
	if d.chance(60) {
		text = lowGuard.ReplaceAllString(text, `  low: "(${1}) && seen `+d.pick("< 1m", ">= 0s", "!= 1h", "/ 1m < 10")+`"`)
	}
	return text
}
