package reservation

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Understanding is what was understood in a turn of the caller: the arguments of
// [Machine.Turn]. The zero value means that nothing was understood.
type Understanding struct {
	// Time is a time such as "7:30 PM", or "".
	Time string
	// Party is the number of people, or 0. It may be larger than any table.
	Party int
	// Name is the name for the reservation, or "".
	Name string
	// Reply is the answer to a yes-or-no question.
	Reply Reply
}

// Understand finds the time, the number of people, the name, and the reply in an English
// text, by patterns. It understands a bare number or name only if the state asks for it, and
// one with context ("a table for four", "under Ann", "at 7") in every state.
//
// It understands the hours from 1 to 12, which are p.m. unless the text says otherwise, half
// and quarter hours, the 24-hour clock, and the numbers from one to twelve as words. Names
// begin with a capital letter, unless the state asks for a name and "under" or "my name is"
// precedes it.
func Understand(state State, text string) Understanding {
	text = strings.TrimSpace(text)
	u := Understanding{Reply: replyIn(text)}
	var rest string
	u.Time, rest = timeIn(text, state == StateAskTime)
	u.Party = partyIn(rest, state == StateAskParty)
	u.Name = nameIn(rest, state == StateAskName)
	return u
}

var (
	yesPattern = regexp.MustCompile(`(?i)^\W*(yes|yeah|yep|sure|ok|okay|(that's |that is )?(right|correct))\b`)
	noPattern  = regexp.MustCompile(`(?i)^\W*(no|nope|(that's |that is )?(wrong|not right))\b`)
)

func replyIn(text string) Reply {
	switch {
	case noPattern.MatchString(text):
		return ReplyNo
	case yesPattern.MatchString(text):
		return ReplyYes
	default:
		return ReplyUnclear
	}
}

const numberWords = `one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve`

var (
	clockPattern = regexp.MustCompile(`(?i)\b(?:at\s+)?(\d{1,2}):([0-5]\d)\s*(am|pm)?\b`)
	pastPattern  = regexp.MustCompile(`(?i)\b(?:at\s+)?(half past|quarter past|quarter to)\s+(\d{1,2}|` + numberWords + `)\b(?:\s*(am|pm)\b)?`)
	hourPattern  = regexp.MustCompile(`(?i)\b(?:at\s+)?(\d{1,2}|(?:` + numberWords + `)\b)\s*(am|pm|o'clock)(?:\W|$)`)
	atPattern    = regexp.MustCompile(`(?i)\bat\s+(\d{1,2}|` + numberWords + `)\b`)
	noonPattern  = regexp.MustCompile(`(?i)\b(?:at\s+)?noon\b`)
	bareHour     = regexp.MustCompile(`(?i)^(\d{1,2}|` + numberWords + `)\W*$`)
)

// timeIn returns the time in a text, or "", and the text without it, so that its digits are
// not taken for a number of people. If the time is asked for, it may be a bare number.
func timeIn(text string, asked bool) (time, rest string) {
	for _, form := range []struct {
		pattern            *regexp.Regexp
		hour, minute, half int // groups, 0 for none
		asked              bool
	}{
		{clockPattern, 1, 2, 3, false},
		{pastPattern, 2, 1, 3, false},
		{hourPattern, 1, 0, 2, false},
		{atPattern, 1, 0, 0, false},
		{bareHour, 1, 0, 0, true},
	} {
		at := form.pattern.FindStringSubmatchIndex(text)
		if at == nil || form.asked && !asked {
			continue
		}
		group := func(i int) string {
			if i == 0 || at[2*i] < 0 {
				return ""
			}
			return strings.ToLower(text[at[2*i]:at[2*i+1]])
		}
		if time := clock(group(form.hour), group(form.minute), group(form.half)); time != "" {
			return time, text[:at[0]] + text[at[1]:]
		}
	}
	if at := noonPattern.FindStringIndex(text); at != nil {
		return "12:00 PM", text[:at[0]] + text[at[1]:]
	}
	return "", text
}

// clock returns a time with AM or PM, or "" if it is not valid. The hour may be a word, and
// the minute may be the words before it.
func clock(hour, minute, half string) string {
	h, ok := number(hour)
	if !ok || strings.Contains(minute, " ") && (h < 1 || h > 12) {
		return ""
	}
	switch minute {
	case "":
		minute = "00"
	case "half past":
		minute = "30"
	case "quarter past":
		minute = "15"
	case "quarter to":
		minute = "45"
		switch h--; {
		case h == 0:
			h = 12
		case h == 11 && half == "am":
			half = "pm" // the hour before midnight
		case h == 11 && half == "pm":
			half = "am"
		}
	}
	switch {
	case h > 23 || half == "am" && h > 12 || half != "" && h == 0:
		return ""
	case half == "am":
	case half == "" && (h == 0 || len(hour) == 2 && hour[0] == '0'):
		half = "am" // only the 24-hour clock has this hour
	default:
		half = "pm"
	}
	if h %= 12; h == 0 {
		h = 12
	}
	return strconv.Itoa(h) + ":" + minute + " " + strings.ToUpper(half)
}

// number returns the value of digits or of a number word.
func number(text string) (int, bool) {
	for i, word := range strings.Split(numberWords, "|") {
		if strings.EqualFold(word, text) {
			return i + 1, true
		}
	}
	n, err := strconv.Atoi(text)
	return n, err == nil
}

var (
	forPattern    = regexp.MustCompile(`(?i)\b(?:for|party of|table of|we are|we're|there are)\s+(\d{1,4}|` + numberWords + `)\b`)
	peoplePattern = regexp.MustCompile(`(?i)\b(\d{1,4}|` + numberWords + `)\s+(?:people|persons|guests|of us)\b`)
	bareNumber    = regexp.MustCompile(`(?i)^\W*(?:just\s+)?(\d{1,4}|` + numberWords + `)(?:\s+please)?\W*$`)
)

// partyIn returns the number of people in a text, or 0.
func partyIn(text string, asked bool) int {
	match := forPattern.FindStringSubmatch(text)
	if match == nil {
		match = peoplePattern.FindStringSubmatch(text)
	}
	if match == nil && asked {
		match = bareNumber.FindStringSubmatch(text)
	}
	if match == nil {
		return 0
	}
	n, _ := number(match[1])
	return n
}

var (
	underPattern = regexp.MustCompile(`(?i:\b(?:under(?: the name(?: of)?)?|my name is|name is|this is|i am|i'm))\s+(\p{Lu}[\p{L}'-]*(?:\s+\p{Lu}[\p{L}'-]*)*)`)
	lowerPattern = regexp.MustCompile(`(?i)\b(?:under|name is)\s+(\p{L}[\p{L}'-]*(?:\s+\p{L}[\p{L}'-]*)?)[.!]?$`)
	bareName     = regexp.MustCompile(`^(\p{Lu}[\p{L}'-]*(?:\s+\p{Lu}[\p{L}'-]*){0,3})[.!]?$`)
)

// nameIn returns the name in a text, or "". Names begin with a capital letter, except at the
// end of a text that introduces a name, if the name is asked for.
func nameIn(text string, asked bool) string {
	if match := underPattern.FindStringSubmatch(text); match != nil {
		return match[1]
	}
	if !asked {
		return ""
	}
	if match := lowerPattern.FindStringSubmatch(text); match != nil {
		words := strings.Fields(match[1])
		for i, word := range words {
			first, size := utf8.DecodeRuneInString(word)
			words[i] = string(unicode.ToUpper(first)) + word[size:]
		}
		return strings.Join(words, " ")
	}
	if match := bareName.FindStringSubmatch(text); match != nil && replyIn(text) == ReplyUnclear {
		return match[1]
	}
	return ""
}
