package smtlib

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/verify"
)

var (
	numberRE = regexp.MustCompile(`\b\d+\b`)
	operator = regexp.MustCompile(` (<|<=|>|>=|==|!=|\+|-|&&|\|\|) `)
	updateRE = regexp.MustCompile(`set: \{[^}]*\}`)
	target   = regexp.MustCompile(`to: (\w+)`)
	reset    = regexp.MustCompile(`, (\w+): [^,{}]+\}`)
)

func mutate(r *rand.Rand, text string) string {
	pick := func(re *regexp.Regexp) []int {
		body := strings.IndexByte(text, '\n')
		places := slices.DeleteFunc(re.FindAllStringSubmatchIndex(text, -1), func(p []int) bool { return p[0] < body })
		if len(places) == 0 {
			return nil
		}
		return places[r.IntN(len(places))]
	}
	swap := func(p []int, with string) string { return text[:p[0]] + with + text[p[1]:] }
	switch r.IntN(6) {
	case 0, 1:
		if p := pick(numberRE); p != nil {
			n, _ := strconv.Atoi(text[p[0]:p[1]])
			return swap(p, strconv.Itoa(max(0, n+1-2*r.IntN(2))))
		}
	case 2:
		if p := pick(operator); p != nil {
			ops := []string{"<", "<=", ">", ">=", "==", "!=", "+", "-", "&&", "||", "*", "/", "%"}
			return swap(p, " "+ops[r.IntN(len(ops))]+" ")
		}
	case 3:
		if p := pick(updateRE); p != nil {
			return swap(p, "set: {}")
		}
	case 4:
		if p := pick(target); p != nil {
			states := target.FindAllStringSubmatch(text, -1)
			return swap(p, "to: "+states[r.IntN(len(states))][1])
		}
	case 5:
		if p := pick(reset); p != nil {
			return swap(p, "}")
		}
	}
	return text
}

func TestScratchMutants(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	list := slices.DeleteFunc(files(t), func(s string) bool { return strings.Contains(s, "wild") })
	var c tally
	n, total := 0, 0
	for i := range 600 {
		file := list[i%len(list)]
		src, _ := os.ReadFile(file)
		text := string(src)
		for range 1 + random.IntN(3) {
			text = mutate(random, text)
		}
		s, diags := spec.Load(filepath.Base(file), []byte(text))
		if s.Machine == nil || diags.HasErrors() {
			continue
		}
		r := verify.Machine(context.Background(), s.Machine)
		all := scripts(t, r)
		n++
		total += len(all)
		before := len(c.disagreements)
		weak := c.weak
		answers := ask(t, r.Machine, all)
		c.compare(r, all, answers)
		if len(c.disagreements) > before {
			t.Errorf("%s\n%s", c.disagreements[before], text)
		}
		if c.weak > weak {
			for i, s := range all {
				if s.Status == verify.Unknown && answers[i] == "unsat" {
					t.Logf("weak: %s %s", file, s.Name)
				}
			}
		}
	}
	t.Logf("%d machines, %d scripts: %d agreed, %d open, %d disagreements, %d weak, %d undecided", n, total, c.agreed, c.open, len(c.disagreements), c.weak, c.undecided)
}
