package name

import "testing"

// TestMadeFrom compares names with texts that they are made from, and with other texts.
func TestMadeFrom(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       bool
	}{
		{"Chọn_Role_Đăng_ký", "Chọn Role & Đăng ký", true},
		{"Attempt_lt_MaxRetries", "Attempt < MaxRetries", true},
		{"Event_3秒経過", "3秒経過", true},
		{"Event", "\"", true},
		{"Event_", "…", true},
		{"Event_2", "…", true},
		{"send_2", "send!", true},
		{"type_", "type", true},
		{"In_Progress", "In progress", false},
		{"Working", "The worker is busy.", false},
		{"Working", "Working", false},
		{"Working", "", false},
		{"a", "a (the first letter of the alphabet, which is also the shortest word of the English language; and much more text than this, and so on)", false},
	} {
		if got := MadeFrom(test.name, test.text, ForEvent); got != test.want {
			t.Errorf("%s, made from %q: %v, want %v", test.name, test.text, got, test.want)
		}
	}
}
