package waiver

import (
	"os"
	"strings"
	"testing"
)

// TestDocs reads the list in docs/diff.md.
func TestDocs(t *testing.T) {
	page, err := os.ReadFile("../../docs/diff.md")
	if err != nil {
		t.Fatal(err)
	}
	_, list, found := strings.Cut(string(page), "```yml\nwaivers:\n")
	if !found {
		t.Fatal("docs/diff.md has no list of waivers")
	}
	list, _, _ = strings.Cut(list, "```")
	got, diags := Parse("diff.md", []byte("waivers:\n"+list), []string{"FSMB102", "FSMB304"})
	if len(got) != 3 || len(diags) > 0 || got[0].Reason != "Free orders were never paid, see issue #12." {
		t.Errorf("the list in docs/diff.md gives %v, %v", got, diags)
	}
}
