package scxml

import (
	"slices"
	"strings"
)

// origins are the fields of an event that tell where it comes from. They are undefined in events that the machine raises.
var origins = []string{"sendid", "origin", "origintype", "invokeid"}

// typeof reads the type of a field of the event.
func (p *parser) typeof() *expr {
	at := p.at
	lack := func() {
		p.at = at
		p.lack("the ECMAScript keyword `typeof`", "")
	}
	p.scan()
	if p.token != "_event" {
		lack()
	}
	p.scan()
	if p.token != "." {
		lack()
	}
	p.scan()
	if !slices.Contains(origins, p.token) {
		lack()
	}
	e := &expr{op: opTypeof, text: p.token, size: 1, at: at}
	if p.scan(); p.token != "" && strings.Contains("([.", p.token) || p.token == "?." {
		lack()
	}
	return e
}

// fields are the fields of an event, besides its name.
var fields = []string{"type", "sendid", "origin", "origintype", "invokeid", "data"}

// eventField reads a field of _event, such as _event.name, _event.data, or _event.data.x.
func (p *parser) eventField() *expr {
	at := p.at
	lack := func() {
		p.at = at
		p.lack("the system variable `_event`", "")
	}
	if p.scan(); p.token != "." {
		lack()
	}
	p.scan()
	e := &expr{op: opField, text: p.token, size: 1, at: at}
	if p.token == "name" {
		e.op, e.text = opEvent, ""
	} else if !slices.Contains(fields, p.token) {
		lack()
	}
	p.scan()
	if e.text == dataField && p.token == "." {
		if p.scan(); !isName(p.token) {
			lack()
		}
		e.text += "." + p.token
		p.scan()
	} else if e.text == dataField && p.token == "[" {
		if p.scan(); p.token == "" || p.token[0] != '\'' && p.token[0] != '"' {
			lack()
		}
		e.text += "." + p.unquote(p.token[1:len(p.token)-1])
		if p.scan(); p.token != "]" {
			lack()
		}
		p.scan()
	}
	if p.token != "" && strings.Contains("([.", p.token) || p.token == "?." {
		lack()
	}
	return e
}

// asks reports whether a condition, which may be nil, asks for an event.
func (c *condition) asks() (asks bool) {
	if c != nil {
		c.expr.each(func(e *expr) { asks = asks || e.op == opTypeof || e.op == opEvent || e.op == opField })
	}
	return asks
}

// told returns a condition with what is known about the fields of an event.
func (r lister) told(e *expr, key string) *expr {
	switch {
	case e.op == opTypeof && r.undefined(e.text, key):
		return &expr{op: opString, text: "undefined", size: 1, at: e.at}
	case e.op == opEvent && (inner(key) || strings.HasPrefix(key, laterKey)):
		return &expr{op: opString, text: event(key), size: 1, at: e.at} // one from outside may have a longer name
	}
	if len(e.args) == 0 {
		return e
	}
	args := make([]*expr, len(e.args))
	for i, a := range e.args {
		args[i] = r.told(a, key)
	}
	return simplify(e.op, args)
}

// undefined reports whether a field of an event is known to be undefined.
func (r lister) undefined(field, key string) bool {
	raised := strings.HasPrefix(key, raisedKey)
	switch {
	case !raised && !strings.HasPrefix(key, sentKey) && !strings.HasPrefix(key, laterKey):
		return false // others send it
	case field == "sendid":
		return !r.reader.doc.identified[key]
	}
	return raised || field == "invokeid"
}

const unknownEvent = "a field of `_event` in an event that others may send, or in none,"
