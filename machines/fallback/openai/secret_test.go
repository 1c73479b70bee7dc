package openai

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

// TestCleanReader reads texts in pieces of all sizes: the result is that of the whole text.
func TestCleanReader(t *testing.T) {
	s := newSecret(leakKey)
	for name, spelled := range spellings() {
		for _, text := range []string{spelled, "a" + spelled + "s", `{"x":"` + spelled + spelled + `"}`, spelled[:len(spelled)-1], `\\\` + spelled, "&amp" + spelled} {
			want := s.removeString(text)
			for _, reader := range []io.Reader{
				iotest.OneByteReader(strings.NewReader(text)), iotest.HalfReader(strings.NewReader(text)), iotest.DataErrReader(strings.NewReader(text)),
			} {
				got, err := io.ReadAll(s.reader(reader))
				if err != nil || string(got) != want {
					t.Errorf("%s: %q is read as %q, %v, want %q", name, text, got, err, want)
				}
			}
		}
	}
}

// TestOtherTextStays removes nothing from texts without the key, and holds nothing of a complete event back.
func TestOtherTextStays(t *testing.T) {
	s := newSecret(leakKey)
	for _, text := range []string{"", "sk-", piece1 + done, `{"x":"sk-A\/b+c \\\\ %25 &amp; s"}` + "\n\n", leakKey[:len(leakKey)-1], leakKey[1:]} {
		if got := s.removeString(text); got != text {
			t.Errorf("%q becomes %q", text, got)
		}
		if clean, rest := s.split([]byte(text), false); strings.HasSuffix(text, "\n\n") && (len(rest) > 0 || string(clean) != text) {
			t.Errorf("%q: %q is held back", text, rest)
		}
	}
	for _, key := range []string{"", "ollama", "1234567"} {
		if got := newSecret(key).removeString("ollama 1234567"); got != "ollama 1234567" {
			t.Errorf("with the key %q: %q", key, got)
		}
	}
}

// TestHostileTextIsLinear has texts that begin a spelling at each place.
func TestHostileTextIsLinear(t *testing.T) {
	s := newSecret("ssssssssssssssst")
	for _, unit := range []string{`\`, "s", "s ", `s\`, "%25", "%2573", "&", `\n`, `s\n`, `s\\\\\\\n`} {
		begin := time.Now()
		s.removeString(strings.Repeat(unit, 1<<16/len(unit)))
		if took := time.Since(begin); took > 2*time.Second {
			t.Errorf("%q: %v for 64 KB", unit, took)
		}
	}
}
