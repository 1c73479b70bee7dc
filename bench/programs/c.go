package main

import (
	"fmt"
	"slices"
	"strings"
)

// node is a point of a C program: an assignment, a branch, or the end.
type node struct {
	// An assignment has a name and a value, and leads on to next.
	name  string
	value *term
	next  *node
	// A branch has a condition, and leads to then if it holds, and to next otherwise.
	cond *term
	then *node
	// head marks where a loop begins.
	head bool
}

// nondet is the variable that stands for a value that the program does not decide.
const nondet = "nondet()"

// cProgram is a C program that is being read.
type cProgram struct {
	parser
	vars []string
	end  *node
	// leave and again are where break and continue lead to.
	leave, again *node
}

// c translates a C program of ints in one function. Its states are the heads of its loops. Each
// path from one to the next is an alternative. A value that the program does not decide is a
// payload, or a parameter before the first loop.
func c(name, src string) (*machine, error) {
	t, err := lex(src)
	if err != nil {
		return nil, err
	}
	p := &cProgram{parser: parser{tokens: t}, end: &node{}}
	p.call = func(name string) (*term, error) {
		if !strings.Contains(name, "nondet") {
			return nil, fmt.Errorf("a call of %s", name)
		}
		return variable(nondet), p.skip(")")
	}
	if err := p.main(); err != nil {
		return nil, err
	}
	first, err := p.block(p.end)
	if err != nil {
		return nil, err
	}
	for p.peek() != "" {
		if s := p.take(); s == "(" {
			return nil, fmt.Errorf("a second function")
		}
	}
	return p.machine(name, first)
}

// main goes on to the body of the function main.
func (p *cProgram) main() error {
	for p.peek() != "main" {
		switch p.take() {
		case "":
			return fmt.Errorf("no function main")
		case "{":
			if p.list[p.next-2] != "enum" {
				return fmt.Errorf("a function besides main")
			}
		}
	}
	return p.skip("{")
}

// block reads statements up to a closing brace. They lead on to next. The list is read from its
// start, and each statement is read again when it is known what follows it.
func (p *cProgram) block(next *node) (*node, error) {
	if p.have("}") {
		return next, nil
	}
	if p.peek() == "" {
		return nil, fmt.Errorf("a block has no end")
	}
	start := p.next
	if _, err := p.statement(&node{}); err != nil {
		return nil, err
	}
	rest, err := p.block(next)
	if err != nil {
		return nil, err
	}
	end := p.next
	p.next = start
	first, err := p.statement(rest)
	p.next = end
	return first, err
}

func (p *cProgram) statement(next *node) (*node, error) {
	switch s := p.take(); s {
	case "{":
		return p.block(next)
	case ";":
		return next, nil
	case "int", "_Bool", "bool", "long", "unsigned":
		return p.declaration(next)
	case "if":
		return p.branch(next)
	case "while":
		return p.while(next)
	case "do":
		return p.do(next)
	case "for":
		return p.loop(next)
	case "break", "continue":
		to := p.leave
		if s == "continue" {
			to = p.again
		}
		if to == nil {
			return nil, fmt.Errorf("%s outside of a loop", s)
		}
		return to, p.need(";")
	case "return":
		return p.end, p.skip(";")
	default:
		p.next--
		first, err := p.assignment(next)
		if err != nil {
			return nil, err
		}
		return first, p.need(";")
	}
}

// declaration reads the names of variables, with their values.
func (p *cProgram) declaration(next *node) (*node, error) {
	p.have("int")
	var list []*node
	for {
		name := p.take()
		if !slices.Contains(p.vars, name) {
			p.vars = append(p.vars, name)
		}
		if p.have("=") {
			value, err := p.expression(0)
			if err != nil {
				return nil, err
			}
			list = append(list, &node{name: name, value: value})
		}
		if p.have(";") {
			break
		}
		if err := p.need(","); err != nil {
			return nil, err
		}
	}
	for _, n := range slices.Backward(list) {
		n.next, next = next, n
	}
	return next, nil
}

// assignment reads one without its end.
func (p *cProgram) assignment(next *node) (*node, error) {
	name := p.take()
	if name == "" || !word(rune(name[0])) {
		return nil, fmt.Errorf("%q in place of a statement", name)
	}
	op := p.take()
	switch op {
	case "++", "--":
		return &node{name: name, value: binary(op[:1], variable(name), number(1)), next: next}, nil
	case "=", "+=", "-=", "*=", "/=":
		value, err := p.expression(0)
		if err != nil {
			return nil, err
		}
		if op != "=" {
			value = binary(op[:1], variable(name), value)
		}
		if value.logical() {
			return nil, fmt.Errorf("a condition as a value")
		}
		return &node{name: name, value: value, next: next}, nil
	case "(":
		if strings.Contains(name, "assume") {
			cond, err := p.expression(0)
			if err != nil {
				return nil, err
			}
			return &node{cond: condition(cond), then: next, next: p.end}, p.need(")")
		}
	}
	return nil, fmt.Errorf("%q after %s", op, name)
}

// test reads a condition in parentheses.
func (p *cProgram) test() (*term, error) {
	if err := p.need("("); err != nil {
		return nil, err
	}
	cond, err := p.expression(0)
	if err != nil {
		return nil, err
	}
	return condition(cond), p.need(")")
}

func (p *cProgram) branch(next *node) (*node, error) {
	cond, err := p.test()
	if err != nil {
		return nil, err
	}
	n := &node{cond: cond, next: next}
	if n.then, err = p.statement(next); err != nil {
		return nil, err
	}
	if p.have("else") {
		n.next, err = p.statement(next)
	}
	return n, err
}

// body reads the body of a loop that is left to next, and after which again follows.
func (p *cProgram) body(next, again *node) (*node, error) {
	leave, before := p.leave, p.again
	p.leave, p.again = next, again
	first, err := p.statement(again)
	p.leave, p.again = leave, before
	return first, err
}

func (p *cProgram) while(next *node) (*node, error) {
	cond, err := p.test()
	if err != nil {
		return nil, err
	}
	n := &node{cond: cond, next: next, head: true}
	n.then, err = p.body(next, n)
	return n, err
}

func (p *cProgram) do(next *node) (*node, error) {
	n := &node{next: next}
	first := &node{cond: variable("true"), head: true}
	var err error
	if first.then, err = p.body(next, n); err != nil {
		return nil, err
	}
	n.then = first
	if err := p.need("while"); err != nil {
		return nil, err
	}
	if n.cond, err = p.test(); err != nil {
		return nil, err
	}
	return first, p.need(";")
}

func (p *cProgram) loop(next *node) (*node, error) {
	if err := p.need("("); err != nil {
		return nil, err
	}
	n := &node{cond: variable("true"), next: next, head: true}
	first := n
	var err error
	p.have("int")
	if !p.have(";") {
		if first, err = p.assignment(n); err != nil {
			return nil, err
		}
		if err := p.need(";"); err != nil {
			return nil, err
		}
	}
	if !p.have(";") {
		if n.cond, err = p.expression(0); err != nil {
			return nil, err
		}
		n.cond = condition(n.cond)
		if err := p.need(";"); err != nil {
			return nil, err
		}
	}
	again := n
	if !p.have(")") {
		if again, err = p.assignment(n); err != nil {
			return nil, err
		}
		if err := p.need(")"); err != nil {
			return nil, err
		}
	}
	n.then, err = p.body(next, again)
	return first, err
}
