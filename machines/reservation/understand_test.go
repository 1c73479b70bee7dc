package reservation_test

import (
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/machines/reservation"
)

func TestUnderstand(t *testing.T) {
	const (
		asksTime  = reservation.StateAskTime
		asksParty = reservation.StateAskParty
		asksName  = reservation.StateAskName
		confirms  = reservation.StateConfirm
	)
	type u = reservation.Understanding
	tests := []struct {
		state reservation.State
		text  string
		want  u
	}{
		{asksTime, "", u{}},
		{asksTime, "I'd rather not say.", u{}},
		{asksTime, "Why do you want to know?", u{}},
		{asksTime, "7", u{Time: "7:00 PM"}},
		{asksTime, "at 7", u{Time: "7:00 PM"}},
		{asksTime, "7 pm", u{Time: "7:00 PM"}},
		{asksTime, "11 AM.", u{Time: "11:00 AM"}},
		{asksTime, "12 am", u{Time: "12:00 AM"}},
		{asksTime, "At noon", u{Time: "12:00 PM"}},
		{asksTime, "eight o'clock", u{Time: "8:00 PM"}},
		{asksTime, "Seven.", u{Time: "7:00 PM"}},
		{asksTime, "at seven for two", u{Time: "7:00 PM", Party: 2}},
		{asksTime, "half past seven", u{Time: "7:30 PM"}},
		{asksTime, "at a quarter to 1 pm", u{Time: "12:45 PM"}},
		{asksTime, "Quarter past eleven am", u{Time: "11:15 AM"}},
		{asksTime, "half past 30", u{}},
		{asksTime, "quarter to 0", u{}},
		{asksTime, "quarter to 13", u{}},
		{asksTime, "quarter to 12 pm", u{Time: "11:45 AM"}},
		{asksTime, "quarter to twelve am", u{Time: "11:45 PM"}},
		{asksTime, "tenpins", u{}},
		{asksTime, "seventeen", u{}},
		{asksTime, "8 o'clock", u{Time: "8:00 PM"}},
		{asksTime, "7:30", u{Time: "7:30 PM"}},
		{asksTime, "09:30", u{Time: "9:30 AM"}},
		{asksTime, "20:15, please", u{Time: "8:15 PM"}},
		{asksTime, "00:30", u{Time: "12:30 AM"}},
		{asksTime, "25:00", u{}},
		{asksTime, "0 pm", u{}},
		{asksTime, "14 am", u{}},
		{asksTime, "99", u{}},
		{asksTime, "At 7:30 pm for four, under Ann Lee.", u{Time: "7:30 PM", Party: 4, Name: "Ann Lee"}},
		{asksTime, "for 8 at 8", u{Time: "8:00 PM", Party: 8}},
		{asksTime, "Ann", u{}},
		{asksParty, "four", u{Party: 4}},
		{asksParty, "Just 2, ", u{Party: 2}},
		{asksParty, "7", u{Party: 7}},
		{asksParty, "we are thirty", u{}},
		{asksParty, "We are 30", u{Party: 30}},
		{asksParty, "a table for Twelve please", u{Party: 12}},
		{asksParty, "12345678901234567890", u{}},
		{asksName, "Ann", u{Name: "Ann"}},
		{asksName, "Jean-Luc O'Neil.", u{Name: "Jean-Luc O'Neil"}},
		{asksName, "my name is Zoë Kravitz", u{Name: "Zoë Kravitz"}},
		{asksName, "under zoë kravitz.", u{Name: "Zoë Kravitz"}},
		{asksName, "my name is ann", u{Name: "Ann"}},
		{asksName, "ann", u{}}, // so might be any word
		{asksTime, "under ann", u{}},
		{asksName, "I am hungry", u{}},
		{asksName, "Who?", u{}},
		{asksName, "No", u{Reply: reservation.ReplyNo}},
		{asksName, "that is none of your business", u{}},
		{confirms, "Yes", u{Reply: reservation.ReplyYes}},
		{confirms, "That's right!", u{Reply: reservation.ReplyYes}},
		{confirms, "no.", u{Reply: reservation.ReplyNo}},
		{confirms, "That is wrong", u{Reply: reservation.ReplyNo}},
		{confirms, "Nothing", u{}},
		{confirms, "Yesterday", u{}},
		{confirms, "No, at 8", u{Time: "8:00 PM", Reply: reservation.ReplyNo}},
		{confirms, "Yes, but for five people", u{Party: 5, Reply: reservation.ReplyYes}},
		{confirms, "Ann", u{}},
	}
	for _, test := range tests {
		if diff := cmp.Diff(test.want, reservation.Understand(test.state, test.text)); diff != "" {
			t.Errorf("%v, %q (-want +got)\n%s", test.state, test.text, diff)
		}
	}
}

// FuzzUnderstand checks of any text that what is understood could be said to the
// caller.
func FuzzUnderstand(f *testing.F) {
	for _, text := range []string{
		"At 7:30 pm for four, under Ann Lee.", "quarter to 12 am", "half past 7", "noon", "00:30", "12 o'clock", "No, at 8", "quarter to 0",
		"my name is zoë", "Yes, but for five people", "99:99", "at 0", "for 0",
	} {
		f.Add(text)
	}
	time := regexp.MustCompile(`^(1[0-2]|[1-9]):[0-5][0-9] [AP]M$`)
	f.Fuzz(func(t *testing.T, text string) {
		for _, state := range reservation.States() {
			u := reservation.Understand(state, text)
			if u.Time != "" && !time.MatchString(u.Time) || u.Party < 0 || u.Party > 9999 || !u.Reply.Valid() ||
				u.Name != "" && (strings.TrimSpace(u.Name) != u.Name || !strings.ContainsFunc(u.Name, unicode.IsLetter)) {
				t.Errorf("%v, %q: %+v", state, text, u)
			}
			// The same words mean the same in another case, but for names.
			if v := reservation.Understand(state, strings.ToUpper(text)); isASCII(text) && (v.Time != u.Time || v.Party != u.Party || v.Reply != u.Reply) {
				t.Errorf("%v, %q: %+v, in capitals %+v", state, text, u, v)
			}
		}
	})
}

func isASCII(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxASCII })
}
