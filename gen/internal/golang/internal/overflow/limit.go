package overflow

import (
	"fmt"
	"math"
	"math/big"
	"strings"
)

// limit is the largest value that a part of an expression may have: math.MaxInt, minus an
// offset or divided by a constant, repeatedly.
type limit struct {
	text   string   // without the offset
	offset *big.Int // not negative
	least  *big.Int // its value if int has 32 bits
}

func maxInt() limit { return limit{"math.MaxInt", new(big.Int), big.NewInt(math.MaxInt32)} }

func (l limit) String() string {
	if l.offset.Sign() == 0 {
		return l.text
	}
	return l.text + "-" + l.offset.String()
}

// factor writes the limit as the operand of a division.
func (l limit) factor() string {
	if l.offset.Sign() == 0 && !strings.Contains(l.text, "/") {
		return l.text
	}
	return "(" + l.String() + ")"
}

func (l limit) less(n int64) limit {
	return limit{l.text, new(big.Int).Add(l.offset, big.NewInt(n)), new(big.Int).Sub(l.least, big.NewInt(n))}
}

func (l limit) over(n int64) limit {
	return limit{fmt.Sprintf("%s/%d", l.factor(), n), new(big.Int), new(big.Int).Quo(l.least, big.NewInt(n))}
}
