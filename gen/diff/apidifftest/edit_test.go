package apidifftest

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
)

// edit is a changed spec.
type edit struct{ what, text string }

// names matches names that are worth a change.
var names = regexp.MustCompile(`\b[A-Z][A-Za-z0-9]+\b|\b[a-z]+(?:: \{type|: int|: bool|: string)`)

// edits changes a spec in a few places: it removes a line, swaps two, renames something
// everywhere or in one place. The places depend on the text.
func edits(text string, seed int) []edit {
	h := fnv.New64a()
	h.Write([]byte(text))
	r := rand.New(rand.NewPCG(h.Sum64(), uint64(seed)))
	lines := strings.Split(text, "\n")
	found := names.FindAllString(text, -1)
	var list []edit
	for range 8 {
		i := r.IntN(len(lines))
		list = append(list, edit{"without " + lines[i], strings.Join(slices.Delete(slices.Clone(lines), i, i+1), "\n")})
		if i > 0 {
			swapped := slices.Clone(lines)
			swapped[i-1], swapped[i] = swapped[i], swapped[i-1]
			list = append(list, edit{"swapped " + lines[i], strings.Join(swapped, "\n")})
		}
		if len(found) == 0 {
			continue
		}
		name, _, _ := strings.Cut(found[r.IntN(len(found))], ":")
		whole := regexp.MustCompile(`\b` + name + `\b`)
		list = append(list, edit{"renamed " + name, whole.ReplaceAllString(text, name+"2")})
		at := whole.FindAllStringIndex(text, -1)
		place := at[r.IntN(len(at))]
		other, _, _ := strings.Cut(found[r.IntN(len(found))], ":")
		list = append(list, edit{fmt.Sprintf("%s instead of %s at %d", other, name, place[0]), text[:place[0]] + other + text[place[1]:]})
	}
	return list
}
