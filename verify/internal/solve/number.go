package solve

import (
	"math"
	"math/big"
	"math/bits"
)

// number is an integer of any size; the zero value is 0. Numbers that fit in
// 64 bits, which is nearly all of them, have a nil big and no allocation.
// The big.Int is never changed once set.
type number struct {
	small int64
	big   *big.Int
}

func whole(n int64) number { return number{small: n} }

// fromBig copies n.
func fromBig(n *big.Int) number {
	if n.IsInt64() {
		return number{small: n.Int64()}
	}
	return number{big: new(big.Int).Set(n)}
}

// shrink takes n over.
func shrink(n *big.Int) number {
	if n.IsInt64() {
		return number{small: n.Int64()}
	}
	return number{big: n}
}

// toBig returns a big.Int that the caller may keep but not change.
func (a number) toBig() *big.Int {
	if a.big != nil {
		return a.big
	}
	return big.NewInt(a.small)
}

func (a number) isZero() bool { return a.small == 0 && a.big == nil }

func (a number) isOne() bool { return a.small == 1 && a.big == nil }

func (a number) sign() int {
	switch {
	case a.big != nil:
		return a.big.Sign()
	case a.small > 0:
		return 1
	case a.small < 0:
		return -1
	}
	return 0
}

func (a number) cmp(b number) int {
	return a.sub(b).sign()
}

func (a number) neg() number {
	if a.big != nil || a.small == math.MinInt64 {
		return shrink(new(big.Int).Neg(a.toBig()))
	}
	return number{small: -a.small}
}

func (a number) abs() number {
	if a.sign() < 0 {
		return a.neg()
	}
	return a
}

func (a number) add(b number) number {
	if a.big == nil && b.big == nil {
		if s := a.small + b.small; (s > a.small) == (b.small > 0) {
			return number{small: s}
		}
	}
	return shrink(new(big.Int).Add(a.toBig(), b.toBig()))
}

func (a number) sub(b number) number {
	if a.big == nil && b.big == nil {
		if d := a.small - b.small; (d < a.small) == (b.small > 0) {
			return number{small: d}
		}
	}
	return shrink(new(big.Int).Sub(a.toBig(), b.toBig()))
}

func (a number) mul(b number) number {
	if a.big == nil && b.big == nil {
		if int64(int32(a.small)) == a.small && int64(int32(b.small)) == b.small {
			return number{small: a.small * b.small}
		}
		hi, lo := bits.Mul64(magnitude(a.small), magnitude(b.small))
		if hi == 0 && lo <= math.MaxInt64 {
			if (a.small < 0) != (b.small < 0) {
				return number{small: -int64(lo)}
			}
			return number{small: int64(lo)}
		}
	}
	return shrink(new(big.Int).Mul(a.toBig(), b.toBig()))
}

// div returns a/b rounded down, for b > 0.
func (a number) div(b number) number {
	if a.big == nil && b.big == nil {
		q := a.small / b.small
		if q*b.small > a.small {
			q--
		}
		return number{small: q}
	}
	// Euclidean division by a positive number rounds down.
	return shrink(new(big.Int).Div(a.toBig(), b.toBig()))
}

// divides reports whether a > 0 divides b.
func (a number) divides(b number) bool {
	return b.div(a).mul(a).cmp(b) == 0
}

// gcd returns the greatest common divisor of |a| and |b|; gcd(0, 0) is 0.
func gcd(a, b number) number {
	if a.big == nil && b.big == nil {
		x, y := magnitude(a.small), magnitude(b.small)
		for y != 0 {
			x, y = y, x%y
		}
		if x <= math.MaxInt64 {
			return number{small: int64(x)}
		}
	}
	x, y := new(big.Int).Abs(a.toBig()), new(big.Int).Abs(b.toBig())
	return shrink(x.GCD(nil, nil, x, y))
}

func magnitude(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}

// float returns the nearest float64, which is infinite for a number beyond all.
func (a number) float() float64 {
	if a.big == nil {
		return float64(a.small)
	}
	f, _ := new(big.Float).SetInt(a.big).Float64()
	return f
}
