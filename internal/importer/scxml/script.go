package scxml

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
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
)

// expr is an expression, which must not be changed.
type expr struct {
	op   op
	num  int64  // of an int; 1 for true
	text string // of a string, or the name of a variable
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

// operator names a token that is in the place of an operator.
func operator(token string) string {
	switch c := token[0]; {
	case c == '[':
		return "ECMAScript arrays"
	case c == '{':
		return "ECMAScript objects"
	case c == '(':
		return "ECMAScript functions"
	case c == '.':
		return "ECMAScript properties of objects"
	case c == '\'' || c == '"' || c == '_' || c == '$' || unicode.IsLetter(rune(c)) || c >= '0' && c <= '9':
		return "an expression that is not ECMAScript"
	}
	return "the ECMAScript operator `" + token + "`"
}

var operators = []string{
	"===", "!==", "**=", ">>>", "...", "==", "!=", "<=", ">=", "&&", "||", "++", "--", "+=", "-=", "*=", "/=", "%=", "**", "=>", "??", "?.", "<<", ">>",
}

// scan reads a token.
func (p *parser) scan() {
	rest := strings.TrimLeft(p.text[p.next:], " \t\r\n")
	p.at = len(p.text) - len(rest)
	n := 0
	switch {
	case rest == "":
	case wordLength(rest) > 0:
		n = wordLength(rest)
	case rest[0] == '\'' || rest[0] == '"':
		for n = 1; n < len(rest) && rest[n] != rest[0]; n++ {
			if rest[n] == '\\' {
				n++
			}
		}
		if n++; n > len(rest) {
			p.lack("an expression that is not ECMAScript", "")
		}
	default:
		_, n = utf8.DecodeRuneInString(rest)
		for _, o := range operators {
			if strings.HasPrefix(rest, o) {
				n = len(o)
				break
			}
		}
	}
	p.token, p.next = rest[:n], p.at+n
}

// wordLength returns the length of the name or number that a text begins with. Numbers contain their point.
func wordLength(s string) int {
	number := s != "" && s[0] >= '0' && s[0] <= '9'
	for i, c := range s {
		if c == '_' || c == '$' || unicode.IsLetter(c) || unicode.IsDigit(c) && (i > 0 || number) || number && c == '.' {
			continue
		}
		return i
	}
	return len(s)
}

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
		p.lack("`In()`", "use a variable that says where the machine has been")
	case token == "undefined" || token == "null" || token == "NaN" || token == "Infinity":
		p.lack("the ECMAScript value `"+token+"`", "")
	case c == '_':
		if token != "_event" && token != "_sessionid" && token != "_name" && token != "_ioprocessors" && token != "_x" {
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

// unquote replaces the escapes of a string.
func (p *parser) unquote(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch s[i] {
		case '\'', '"', '\\':
			b.WriteByte(s[i])
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		default:
			p.lack("this escape in a string", "")
		}
	}
	return b.String()
}
