package solve

// ratio is a rational number in lowest terms, den > 0.
type ratio struct {
	num, den number
}

func integral(n number) ratio { return ratio{n, whole(1)} }

func newRatio(num, den number) ratio {
	if g := gcd(num, den); !g.isOne() {
		num, den = num.div(g), den.div(g)
	}
	return ratio{num, den}
}

// plusTimes returns a + k*b.
func (a ratio) plusTimes(k number, b ratio) ratio {
	if b.num.isZero() || k.isZero() {
		return a
	}
	if a.den.isOne() && b.den.isOne() {
		return ratio{a.num.add(k.mul(b.num)), a.den}
	}
	return newRatio(a.num.mul(b.den).add(k.mul(b.num).mul(a.den)), a.den.mul(b.den))
}

func (a ratio) times(b ratio) ratio {
	if a.den.isOne() && b.den.isOne() {
		return ratio{a.num.mul(b.num), a.den}
	}
	return newRatio(a.num.mul(b.num), a.den.mul(b.den))
}

// over returns a/n for n > 0.
func (a ratio) over(n number) ratio {
	if n.isOne() {
		return a
	}
	return newRatio(a.num, a.den.mul(n))
}

func (a ratio) isWhole() bool { return a.den.isOne() }

func (a ratio) sign() int { return a.num.sign() }

func (a ratio) floor() number { return a.num.div(a.den) }

func (a ratio) ceil() number { return a.num.neg().div(a.den).neg() }

// nearest returns the nearest integer, the upper one of two.
func (a ratio) nearest() number {
	two := whole(2)
	return a.num.mul(two).add(a.den).div(a.den.mul(two))
}
