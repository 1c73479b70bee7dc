package expr

// distinct returns an expression of the same value in which no operand of a
// chain of && or of || is there twice, and no two of them compare one thing with
// two constants so that the chain is decided: what a spec puts together from
// named guards may, and `go vet` refuses it. text tells operands apart.
func distinct(e Expr, text func(Expr) string) Expr {
	switch e := e.(type) {
	case *Unary:
		x := distinct(e.X, text)
		if e.Op == Not {
			switch x := x.(type) {
			case *Lit:
				return Truth(x.Value == 0)
			case *Unary:
				return x.X
			}
		}
		return &Unary{e.Op, x}
	case *Call:
		args := make([]Expr, len(e.Args))
		for i, a := range e.Args {
			args[i] = distinct(a, text)
		}
		return &Call{e.Op, args}
	case *Binary:
		if e.Op != And && e.Op != Or {
			return &Binary{e.Op, distinct(e.X, text), distinct(e.Y, text)}
		}
		c := chain{op: e.Op, text: text, seen: map[string]bool{}, fixed: map[string]Expr{}}
		return c.add(e)
	}
	return e
}

// chain is what is known behind some operands of && or ||.
type chain struct {
	op   Op
	text func(Expr) string
	seen map[string]bool
	// fixed are the constants that things are equal to, of operands of &&, or
	// not equal to, of operands of ||, for the rest to matter.
	fixed map[string]Expr
}

// add returns what e adds to the chain, or nil for nothing.
func (c *chain) add(e Expr) Expr {
	if b, ok := e.(*Binary); ok && b.Op == c.op {
		x, y := c.add(b.X), c.add(b.Y)
		switch {
		case x == nil:
			return y
		case y == nil:
			return x
		}
		if kept := neutral(c.op, x, y); kept != nil {
			return kept
		}
		return &Binary{c.op, x, y}
	}
	e = distinct(e, c.text)
	if b, ok := e.(*Binary); ok && b.Op == c.op {
		return c.add(b) // what is left of a chain of the other kind
	}
	key := c.text(e)
	if c.seen[key] {
		return nil
	}
	c.seen[key] = true
	b, ok := e.(*Binary)
	if !ok || c.op == And && b.Op != Eq || c.op == Or && b.Op != Ne {
		return e
	}
	thing, constant := b.X, b.Y
	if !isConstant(constant) {
		thing, constant = constant, thing
	}
	if !isConstant(constant) {
		return e
	}
	key = c.text(thing)
	before := c.fixed[key]
	if before == nil {
		c.fixed[key] = constant
		return e
	}
	same, known := sameConstant(before, constant)
	switch {
	case !known:
		return e
	case same:
		return nil
	}
	return Truth(c.op == Or)
}

func isConstant(e Expr) bool { return !Uses(e, func(*Symbol) bool { return true }) }

// sameConstant reports whether two constants are the same, if both have values.
func sameConstant(a, b Expr) (same, known bool) {
	texts := map[string]int64{}
	env := &Env{Intern: func(s string) int64 {
		if _, ok := texts[s]; !ok {
			texts[s] = int64(len(texts))
		}
		return texts[s]
	}}
	v, err := Eval(a, env)
	w, fault := Eval(b, env)
	return v == w, err == nil && fault == nil
}
