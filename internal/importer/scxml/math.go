package scxml

// maxPower bounds the exponents of Math.pow.
const maxPower = 8

// math reads a function of Math that specs have, too.
func (p *parser) math() *expr {
	at := p.at
	p.scan()
	p.expect(".")
	name := p.token
	nameAt := p.at
	if name == "trunc" {
		return p.trunc(at)
	}
	if name != "min" && name != "max" && name != "pow" {
		p.lack("the ECMAScript function `Math."+name+"`", "")
	}
	p.scan()
	p.expect("(")
	e := p.binary(1)
	args := 1
	for ; p.token == ","; args++ {
		p.scan()
		right := p.binary(1)
		if name != "pow" {
			e = newExpr(op(name), e, right)
			e.at = at
			continue
		}
		if args > 1 || right.op != opInt || right.num < 1 || right.num > maxPower {
			p.at = nameAt
			p.lack("`Math.pow` with an exponent that is not a small number", "")
		}
		base := e
		for range right.num - 1 {
			e = newExpr("*", e, base)
		}
	}
	if args < 2 {
		p.at = nameAt
		p.lack("`Math."+name+"` of one number", "")
	}
	p.expect(")")
	return e
}

// trunc reads Math.trunc(a / b).
func (p *parser) trunc(at int) *expr {
	p.scan()
	p.expect("(")
	left := p.unary()
	if p.token != "/" {
		p.lack("`Math.trunc` of anything but one division", "write Math.trunc(a / b)")
	}
	p.scan()
	e := newExpr("/", left, p.unary())
	e.at = at
	p.expect(")")
	return e
}
