package diag

import (
	"strconv"
	"strings"
)

// Nearest returns the candidate that a misspelled name most likely means: the
// first one at the smallest [Distance], if that is at most a third of the length
// of the name, rounded up. Otherwise, or if the name is longer than 64 bytes, it
// returns "".
func Nearest(name string, candidates []string) string {
	best, limit := "", max(1, (len(name)+2)/3)
	if len(name) > 64 {
		return ""
	}
	for _, c := range candidates {
		if len(c) > len(name)+limit || len(name) > len(c)+limit {
			continue // each byte that one has more is an edit
		}
		if d := Distance(name, c); d <= limit && (best == "" || d < limit) {
			best, limit = c, d
		}
	}
	return best
}

// DidYouMean returns a help text that suggests the nearest candidate, or "" if
// [Nearest] finds none.
func DidYouMean(name string, candidates []string) string {
	if n := Nearest(name, candidates); n != "" {
		return "did you mean `" + n + "`?"
	}
	return ""
}

// Distance returns the edit distance of two strings in bytes, in which a swap of
// neighbors counts as one edit (optimal string alignment, Damerau 1964) and a
// change of ASCII case is free, because it is the most common mistake.
func Distance(a, b string) int {
	if a == b {
		return 0
	}
	var short [3][96]int // enough for the names that Nearest compares; longer ones are on the heap
	last, row, next := short[0][:0], short[1][:0], short[2][:0]
	if n := len(b) + 1; n > len(short[0]) {
		last, row, next = make([]int, n), make([]int, n), make([]int, n)
	} else {
		last, row, next = last[:n], row[:n], next[:n]
	}
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		next[0] = i + 1
		for j := range len(b) {
			cost := 1
			if lower(a[i]) == lower(b[j]) {
				cost = 0
			}
			next[j+1] = min(row[j+1]+1, next[j]+1, row[j]+cost)
			if i > 0 && j > 0 && lower(a[i]) == lower(b[j-1]) && lower(a[i-1]) == lower(b[j]) {
				next[j+1] = min(next[j+1], last[j-1]+1)
			}
		}
		last, row, next = row, next, last
	}
	return row[len(b)]
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// Count returns a number with its noun, as in "1 change" or "3 changes".
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// Indefinite returns a noun with its indefinite article, as in "an event". The
// noun must not be empty.
func Indefinite(noun string) string {
	if strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}
