package scxml

import (
	"strconv"
	"strings"
)

// op is what an expression does. The operators of two operands are as in the expressions of specs.
type op string

const (
	opInt    op = "int"
	opBool   op = "bool"
	opString op = "string"
	opVar    op = "var"
	opNot    op = "!"
	opNeg    op = "neg"
	opMin    op = "min"
	opMax    op = "max"
	// opTypeof is the type of a field of the event, whose name is the text.
	opTypeof op = "typeof"
	// opEvent is the name of the event.
	opEvent op = "event"
	// opField is another field of the event, whose name is the text.
	opField op = "field"
	// opGuard is a condition that the program answers, and opFact one that a variable answers; the text is what it says.
	opGuard op = "guard"
	opFact  op = "fact"
	// opIn is whether a state, whose id is the text, is active.
	opIn op = "in"
)

// expr is an expression, which must not be changed.
type expr struct {
	op   op
	num  int64  // of an int; 1 for true
	text string // of a string, the name of a variable, or the id of a state
	args []*expr
	size int // the number of its parts
	at   int // its place in the text
}

// lack is something in an expression that cannot be imported.
type lack struct {
	what, help string
	at         int
}

// maxNumber is the largest number up to which ECMAScript counts exactly.
const maxNumber = 1<<53 - 1

func literal(n int64) *expr { return &expr{op: opInt, num: n, size: 1} }

func truth(b bool) *expr {
	e := &expr{op: opBool, size: 1}
	if b {
		e.num = 1
	}
	return e
}

func newExpr(o op, args ...*expr) *expr {
	e := &expr{op: o, args: args, size: 1, at: args[0].at}
	for _, a := range args {
		e.size += a.size
	}
	return e
}

// parser reads the part of ECMAScript that specs have. It panics with a lack, which parse recovers.
type parser struct {
	text  string
	at    int    // of the token
	token string // "" at the end
	next  int
	depth int
}

// maxSize is how many parts an expression has.
const maxSize = 500

// maxBrackets is how deep an expression is read.
const maxBrackets = 60

// parse reads an expression.
func parse(text string) (e *expr, missing *lack) {
	p := &parser{text: text}
	defer func() {
		if l, ok := recover().(*lack); ok {
			e, missing = nil, l
		}
	}()
	p.scan()
	if p.token == "" {
		p.lack("an empty expression", "")
	}
	e = p.binary(1)
	if p.token != "" {
		p.lack(operator(p.token), "")
	}
	return e, nil
}

func (p *parser) lack(what, help string) { panic(&lack{what, help, p.at}) }

// same gives the operators that have another name in specs.
var same = map[string]op{"===": "==", "!==": "!="}

var precedence = map[op]int{"||": 1, "&&": 2, "==": 3, "!=": 3, "<": 4, "<=": 4, ">": 4, ">=": 4, "+": 5, "-": 5, "*": 6, "/": 6, "%": 6}

// binary reads operators of at least a precedence.
func (p *parser) binary(least int) *expr {
	left := p.unary()
	for {
		o := op(p.token)
		if s, ok := same[p.token]; ok {
			o = s
		}
		rank := precedence[o]
		if rank < least {
			return left
		}
		at := p.at
		if o == "/" {
			p.lack("the ECMAScript operator `/`, which does not round,", "write Math.trunc(a / b), which rounds toward zero as fsmgen does")
		}
		p.scan()
		left = newExpr(o, left, p.binary(rank+1))
		if left.at = at; left.size > maxSize {
			p.lack("an expression of this size", "")
		}
	}
}

func (p *parser) unary() *expr {
	if p.depth++; p.depth > maxBrackets {
		p.lack("an expression that is nested this deeply", "")
	}
	defer func() { p.depth-- }()
	at := p.at
	switch p.token {
	case "!":
		p.scan()
		e := newExpr(opNot, p.unary())
		e.at = at
		return e
	case "-":
		p.scan()
		e := newExpr(opNeg, p.unary())
		e.at = at
		return e
	case "(":
		p.scan()
		e := p.binary(1)
		p.expect(")")
		return e
	case "typeof":
		return p.typeof()
	}
	return p.operand()
}

func (p *parser) expect(token string) {
	switch p.token {
	case token:
		p.scan()
	case "":
		p.lack("an expression that is not ECMAScript", "")
	default:
		p.lack(operator(p.token), "")
	}
}

// operand reads a literal, a variable, or one of the functions that specs have.
func (p *parser) operand() *expr {
	if p.token == "" {
		p.lack("an expression that is not ECMAScript", "")
	}
	token, at := p.token, p.at
	switch c := token[0]; {
	case c >= '0' && c <= '9':
		n, err := strconv.ParseInt(token, 0, 64)
		if err != nil || len(token) > 1 && c == '0' && token[1] >= '0' && token[1] <= '9' || n > maxNumber {
			p.lack("numbers with a fraction or more than 53 bits", "use whole numbers")
		}
		p.scan()
		return &expr{op: opInt, num: n, size: 1, at: at}
	case c == '\'' || c == '"':
		text := p.unquote(token[1 : len(token)-1])
		p.scan()
		return &expr{op: opString, text: text, size: 1, at: at}
	case wordLength(token) == 0:
		p.lack(operator(token), "")
	case token == "true" || token == "false":
		p.scan()
		e := truth(token == "true")
		e.at = at
		return e
	case token == "Math":
		return p.math()
	case token == "In":
		return p.in()
	case token == "undefined" || token == "null" || token == "NaN" || token == "Infinity":
		p.lack("the ECMAScript value `"+token+"`", "")
	case token == "_event":
		return p.eventField()
	case token == machineName:
		// The reader knows the name.
	case c == '_':
		if token != "_sessionid" && token != "_ioprocessors" && token != "_x" {
			break
		}
		p.lack("the system variable `"+token+"`", "")
	case keywords[token]:
		p.lack("the ECMAScript keyword `"+token+"`", "")
	}
	p.scan()
	if p.token != "" && strings.Contains("([.", p.token) || p.token == "?." {
		p.lack(operator(p.token), "")
	}
	return &expr{op: opVar, text: token, size: 1, at: at}
}

var keywords = map[string]bool{
	"typeof": true, "new": true, "return": true, "function": true, "this": true, "void": true, "delete": true, "in": true, "instanceof": true,
	"throw": true, "if": true, "for": true, "while": true, "var": true, "let": true, "const": true, "class": true, "do": true, "switch": true, "try": true,
}
