package coq

import (
	"strings"

	"github.com/fsmgen/fsmgen/verify/certificate"
)

func constant(n int64) term { return term{"(C " + integer(n) + ")", certificate.Constant(n)} }

func plus(s, t term) term {
	return term{"(Plus " + s.text + " " + t.text + ")", s.poly.Add(t.poly)}
}

func minus(s, t term) term {
	return term{"(Minus " + s.text + " " + t.text + ")", s.poly.Sub(t.poly)}
}

func times(s, t term) term {
	return term{"(Times " + s.text + " " + t.text + ")", s.poly.Mul(t.poly)}
}

func le(s, t term) cond {
	return cond{"(Le " + s.text + " " + t.text + ")", certificate.AtLeastZero(t.poly.Sub(s.poly)), nil}
}

func lt(s, t term) cond {
	return cond{"(Lt " + s.text + " " + t.text + ")", certificate.AtLeastZero(t.poly.Sub(s.poly).Sub(certificate.Constant(1))), nil}
}

func eq(s, t term) cond {
	return cond{"(Eq " + s.text + " " + t.text + ")", certificate.EqualZero(s.poly.Sub(t.poly)), nil}
}

// holds is the condition that a bool, which is an atom, is true.
func holds(t term) cond {
	return cond{strings.Replace(t.text, "(X ", "(Holds ", 1), certificate.AtLeastZero(t.poly.Sub(certificate.Constant(1))), nil}
}

func truth(b bool) cond {
	if b {
		return cond{"Yes", certificate.AtLeastZero(certificate.Constant(0)), nil}
	}
	return cond{"No", certificate.AtLeastZero(certificate.Constant(-1)), nil}
}

func and(c, d cond) cond {
	return cond{"(And " + c.text + " " + d.text + ")", certificate.And(c.fact, d.fact), []cond{c, d}}
}

func or(c, d cond) cond {
	return cond{"(Or " + c.text + " " + d.text + ")", certificate.Or(c.fact, d.fact), nil}
}

func not(c cond) cond { return cond{"(Not " + c.text + ")", certificate.Not(c.fact), nil} }
