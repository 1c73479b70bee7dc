package scxml

import (
	"slices"
	"strconv"
	"strings"
)

// The data of an event that the machine sends to itself are part of the configuration in which the event waits. Their values must be
// known when it is sent. Only an import by configurations knows them.

// param is a datum of an event, with its name; "" for all of the data.
type param struct {
	name  string
	value *value // nil for the id of a send, whose text it then is
	text  string
}

const (
	dataField = "data"
	// idName is the name of the datum for the id of a send, and payload separates the key of an event from the name of its data.
	idName  = "#sendid"
	payload = "\x1f"
	// processorName is the type of the origin of events that machines send.
	processorName = "http://www.w3.org/TR/scxml/#SCXMLEventProcessor"
)

// bare returns the key of an event without its data.
func bare(key string) string {
	key, _, _ = strings.Cut(key, payload)
	return key
}

// sendData reads the data of a send.
func (r actions) sendData(e *element) (list []param, ok bool) {
	names, listed := e.attrs["namelist"]
	if r.reader.rough != nil {
		if listed || len(e.children) > 0 {
			r.reader.spill(e.words())
			r.reader.out.Warn(e.at, "the import drops the data of this event")
		}
		return nil, true
	}
	if !r.reader.doc.anywhere {
		if listed {
			r.reader.lacks(names.at, sendWay, "`send` with data")
		} else if len(e.children) > 0 || strings.TrimSpace(e.text) != "" {
			r.reader.lacks(e.at, sendWay, "`send` with data")
			return nil, false
		}
		return nil, !listed
	}
	for id := range strings.FieldsSeq(names.value) {
		if !isName(id) {
			r.reader.lacks(names.at, sendWay, "`send` with data")
			return nil, false
		}
		list = r.param(list, id, attribute{value: id, at: names.at})
	}
	list, ok = r.children(e, list, "`send` with data")
	_, given := e.attrs["delay"]
	if _, computed := e.attrs["delayexpr"]; (given || computed) && list == nil {
		return nil, ok
	}
	if id, given := e.attrs["id"]; given {
		list = append(list, param{name: idName, text: id.value})
	}
	return list, ok
}

// doneData reads the data of the event for the end of a state.
func (r actions) doneData(e *element, n *node) {
	for _, c := range e.children {
		if location, ok := c.attrs["location"]; ok && c.name == "param" && r.nowhere(location.value) {
			n.entry = append(n.entry, r.failure(location.at))
			return
		}
	}
	n.data, _ = r.children(e, nil, "`donedata`")
}

// children reads the elements param and content.
func (r actions) children(e *element, list []param, what string) ([]param, bool) {
	for _, c := range e.children {
		from, given := c.attrs["expr"]
		if location, ok := c.attrs["location"]; ok && !given && isName(location.value) {
			from, given = location, true
		}
		text := strings.Join(strings.Fields(c.text), " ")
		switch {
		case c.name == "param" && given && len(c.children) == 0:
			list = r.param(list, c.attrs["name"].value, from)
		case c.name == "content" && given && len(c.children) == 0:
			list = r.param(list, "", from)
		case c.name == "content" && len(c.children) == 0 && text != "" && !strings.ContainsAny(text[:1], `{["-`):
			x, missing := parse(text)
			if missing != nil || x.op != opInt && x.op != opBool {
				x = &expr{op: opString, text: text, size: 1}
			}
			v := &value{attribute{value: text, at: c.at}, x}
			r.reader.doc.params[""] = append(r.reader.doc.params[""], v)
			list = append(list, param{value: v})
		default:
			r.reader.lacks(e.at, sendWay, "%s", what)
			return nil, false
		}
	}
	for i, p := range list {
		if slices.ContainsFunc(list[:i], func(q param) bool { return q.name == p.name }) {
			r.reader.lacks(e.at, sendWay, "%s", what)
			return nil, false
		}
	}
	if strings.TrimSpace(e.text) != "" || slices.ContainsFunc(list, func(p param) bool { return p.name == "" }) && len(list) > 1 {
		r.reader.lacks(e.at, sendWay, "%s", what)
		return nil, false
	}
	return list, true
}

func (r actions) param(list []param, name string, from attribute) []param {
	v := r.reader.value(from)
	if v == nil {
		return list
	}
	r.reader.doc.params[name] = append(r.reader.doc.params[name], v)
	return append(list, param{name: name, value: v})
}

// inferData checks the types of data.
func (r typing) inferData() {
	for _, list := range r.reader.doc.params {
		for _, v := range list {
			v.expr = r.booleans(v.expr, false)
		}
	}
	for _, n := range append([]*node{r.reader.doc.root}, r.reader.doc.nodes...) {
		for _, p := range n.data {
			r.check(p.value, p.value.expr)
		}
	}
	r.eachSend(func(p param) {
		if p.value != nil {
			r.check(p.value, p.value.expr)
		}
	})
}

// eachSend visits the data of all sends, in order.
func (r typing) eachSend(visit func(param)) {
	var walk func(list []*action)
	walk = func(list []*action) {
		for _, a := range list {
			for _, p := range a.params {
				visit(p)
			}
			for _, b := range a.branches {
				walk(b.body)
			}
		}
	}
	for _, n := range append([]*node{r.reader.doc.root}, r.reader.doc.nodes...) {
		walk(n.entry)
		walk(n.start)
		walk(n.exit)
		for _, t := range n.trans {
			walk(t.content)
		}
	}
	for _, h := range r.reader.doc.ordered {
		walk(h.content)
	}
}

// fieldKind returns the type of a field of events, or "" if it is not known, or differs.
func (r typing) fieldKind(field string) (kind op) {
	name, data := strings.CutPrefix(field, dataField)
	if !data {
		return opString
	}
	for i, v := range r.reader.doc.params[strings.TrimPrefix(name, ".")] {
		k := r.kind(v.expr)
		if i > 0 && k != kind {
			return ""
		}
		kind = k
	}
	return kind
}

// loaded returns the key of an event with its data in a world.
func (r *reader) loaded(w world, key string, list []param) string {
	if list == nil {
		return key
	}
	data := make(map[string]*expr)
	for _, p := range list {
		e := &expr{op: opString, text: p.text, size: 1}
		if p.value != nil {
			if e = w.eval(p.value.expr); !e.constant() {
				r.lacks(p.value.from.at, "assign the value to a variable that the transition for the event reads", "data of an event whose value is not constant")
				e = truth(false)
			}
		}
		data[p.name] = e
		key += payload + strconv.Quote(p.name) + e.spec(nil)
	}
	r.doc.payloads[key] = data
	return key
}

// tells returns an expression with what is known about the fields of an event, whose key has its data.
func (f *flat) tells(e *expr, key string) *expr {
	name := bare(key)
	return lister{f.reader}.told(e, name).settled(func(e *expr) *expr {
		if e.op != opField {
			return nil
		}
		text := func(s string) *expr { return &expr{op: opString, text: s, size: 1, at: e.at} }
		sent := strings.HasPrefix(name, sentKey) || strings.HasPrefix(name, laterKey)
		switch e.text {
		case "type":
			switch {
			case sent:
				return text("external")
			case name == raisedKey+errorEvent && !f.reader.doc.uttered[name]:
				return text("platform")
			case strings.HasPrefix(name, raisedKey) && f.reader.doc.uttered[name] && event(name) != errorEvent && !strings.HasPrefix(event(name), doneEvent):
				return text("internal")
			}
			return nil
		case "origintype":
			if sent {
				return text(processorName)
			}
			return nil
		case "sendid":
			return f.reader.doc.payloads[key][idName]
		}
		if datum, ok := strings.CutPrefix(e.text, dataField); ok {
			return f.reader.doc.payloads[key][strings.TrimPrefix(datum, ".")]
		}
		return nil
	})
}

// world returns the world before a step, in which variables are known that never change.
func (f *flat) world() world {
	w := newWorld()
	if len(f.reader.doc.params) == 0 {
		return w
	}
	for _, v := range f.reader.doc.order {
		if v.begin != nil && !f.reader.doc.given[v.id] {
			w.facts[v.id] = v.begin
		}
	}
	return w
}
