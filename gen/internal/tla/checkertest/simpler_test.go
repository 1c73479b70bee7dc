package checkertest

import (
	"regexp"
	"strings"
)

var (
	interval  = regexp.MustCompile(`(?m)^ASSUME (\w+) \\in (\S.*?)\.\.(.*)$`)
	infinite  = regexp.MustCompile(`\w+ (\\in|\\subseteq) (Int|STRING)\b`)
	invariant = regexp.MustCompile(`(?m)^(TypeOK|Inv_\d+|RankOK|WithinBound|Complete|NoStutter) ==`)
	claimed   = regexp.MustCompile(`(?m)^  (TypeOK|Inv_\d+|RankOK|WithinBound|Complete|NoStutter)$`)
	defaults  = regexp.MustCompile(`(?m)^Default(\w+) == (.*)$`)
	decreases = regexp.MustCompile(`(?m)^Decreases ==\n  \[\]\[(.*)\]_vars$`)
	variables = regexp.MustCompile(`(?m)^vars == <<(.*)>>$`)
	rank      = regexp.MustCompile(`(?ms)^(Rank(?:_\d+)?) ==\n(.*?)\n\n`)
	primed    = regexp.MustCompile(`\b(Rank(?:_\d+)?)'`)
	token     = regexp.MustCompile(`"[^"]*"|\w+`)
)

// simpler writes a module with what tla-checker knows of TLA+: it lists the
// numbers of an assumed interval each time it looks whether one is in it; its Int is a
// small set, and STRING unknown; it takes definitions of certain names for
// invariants without being asked, which get others; and it primes variables
// only, so that the ranking function after a step is written out.
func simpler(module string) string {
	module = interval.ReplaceAllString(module, `ASSUME $1 >= $2 /\ $1 <= $3`)
	module = infinite.ReplaceAllString(module, "TRUE")
	module = invariant.ReplaceAllString(module, "The$1 ==")
	names := strings.Split(variables.FindStringSubmatch(module)[1], ", ")
	module = primed.ReplaceAllString(module, "${1}_after")
	return rank.ReplaceAllStringFunc(module, func(definition string) string {
		parts := rank.FindStringSubmatch(definition)
		after := token.ReplaceAllStringFunc(parts[2], func(t string) string {
			for _, n := range names {
				if t == n {
					return t + "'"
				}
			}
			return t
		})
		return definition + parts[1] + "_after ==\n" + after + "\n\n"
	})
}
