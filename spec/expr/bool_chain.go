package expr

// distinct returns an expression with the same value in which no chain of && or ||
// contains the same operand twice, or compares the same operand with two
// different constants. Expanded guards can contain such chains, which `go vet`
// reports. Two operands are the same if their texts are.
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
	case *Case:
		values := make([]Expr, len(e.Values))
		for i, v := range e.Values {
			values[i] = distinct(v, text)
		}
		return &Case{e.Of, values}
	case *Binary:
		if e.Op != And && e.Op != Or {
			return &Binary{e.Op, distinct(e.X, text), distinct(e.Y, text)}
		}
		c := chain{op: e.Op, text: text, seen: map[string]bool{}, fixed: map[string]Expr{}}
		return c.add(e)
	}
	return e
}

// chain is what is known after some operands of a chain of && or ||.
type chain struct {
	op   Op
	text func(Expr) string
	seen map[string]bool
	// fixed maps the text of an operand to a constant: later parts of a chain
	// matter only if the operand is equal to it (in a chain of && with ==, or of
	// || with !=).
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
		return c.add(b) // the rest of a chain of the other kind
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

// sameConstant reports whether two constants have the same value; known is false
// if one of them has no value.
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
