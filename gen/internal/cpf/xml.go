package cpf

import (
	"encoding/xml"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/verify/certificate"
)

// document writes XML with indentation.
type document struct {
	strings.Builder
	depth int
}

func (d *document) line(text string) {
	d.WriteString(strings.Repeat("  ", d.depth) + text + "\n")
}

// in writes an element around what content writes.
func (d *document) in(element string, content func()) {
	d.line("<" + element + ">")
	d.depth++
	content()
	d.depth--
	d.line("</" + element + ">")
}

// tag returns an element with a text.
func tag(element, text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a strings.Builder does not fail
	return "<" + element + ">" + b.String() + "</" + element + ">"
}

// file writes the certificate.
func (w *writer) file() []byte {
	d := &document{}
	d.line(`<?xml version="1.0" encoding="UTF-8"?>`)
	d.line(`<certificationProblem xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="cpf3.xsd">`)
	d.depth++
	d.line(tag("cpfVersion", "3.0"))
	d.line("<lookupTables><ruleTable/></lookupTables>")
	d.in("input", func() {
		d.in("lts", func() {
			d.line("<initial>" + tag("locationId", start) + "</initial>")
			for _, e := range w.edges {
				d.in("transition", func() { w.relation(d, e) })
			}
		})
	})
	d.line("<property><termination/></property>")
	d.line("<answer><yes/></answer>")
	d.in("proof", func() { d.in("ltsTerminationProof", func() { w.proof(d) }) })
	d.line("<metaInformation><toolInfos><toolInfo>fsmgen</toolInfo></toolInfos></metaInformation>")
	d.depth--
	d.line("</certificationProblem>")
	return []byte(d.String())
}

func (w *writer) relation(d *document, e edge) {
	d.line(tag("transitionId", e.id))
	d.line("<source>" + tag("locationId", e.from) + "</source>")
	d.line("<target>" + tag("locationId", e.to) + "</target>")
	d.in("formula", func() { e.conjunction(d, e.facts) })
}

// conjunction writes the conjunction of formulas.
func (s *scene) conjunction(d *document, list []certificate.Formula) {
	if len(list) == 0 {
		d.line("<conjunction/>")
		return
	}
	d.in("conjunction", func() {
		for _, f := range list {
			s.write(d, f)
		}
	})
}

func (s *scene) write(d *document, f certificate.Formula) {
	parts := func(element string) {
		if len(f.Parts) == 0 {
			d.line("<" + element + "/>")
			return
		}
		d.in(element, func() {
			for _, p := range f.Parts {
				s.write(d, p)
			}
		})
	}
	switch f.Op {
	case certificate.All:
		parts("conjunction")
	case certificate.Any:
		parts("disjunction")
	case certificate.Zero:
		d.line("<eq>" + s.sum(f.Poly) + "<constant>0</constant></eq>")
	default:
		d.line("<leq><constant>0</constant>" + s.sum(f.Poly) + "</leq>")
	}
}

// sum writes a polynomial.
func (s *scene) sum(p certificate.Poly) string {
	var b strings.Builder
	for _, t := range p {
		factors := ""
		for _, i := range t.Symbols {
			u := s.unknowns[i]
			name := tag("variableId", u.name)
			if u.post {
				name = "<post>" + name + "</post>"
			}
			factors += name
		}
		switch {
		case factors == "":
			b.WriteString(tag("constant", t.Coeff.String()))
		case len(t.Symbols) == 1 && t.Coeff.Cmp(big.NewInt(1)) == 0:
			b.WriteString(factors)
		default:
			b.WriteString("<product>" + tag("constant", t.Coeff.String()) + factors + "</product>")
		}
	}
	return "<sum>" + b.String() + "</sum>"
}

// proof writes the invariants, the cooperation program, and the ranks.
func (w *writer) proof(d *document) {
	var loops []int // the lowest states of the components with transitions inside
	for _, e := range w.edges {
		if e.source >= 0 && w.component(e.source) == w.component(e.target) && !slices.Contains(loops, w.component(e.source)) {
			loops = append(loops, w.component(e.source))
		}
	}
	slices.Sort(loops)
	if len(loops) == 0 {
		// Without components, the invariants are of no use.
		d.in("switchToCooperationTermination", func() {
			d.in("cutPoints", func() { w.cut(d, start) })
			d.line("<sccDecomposition/>")
		})
		return
	}
	d.in("newInvariants", func() {
		d.in("invariants", func() {
			d.in("invariant", func() {
				d.line("<location>" + tag("locationId", start) + "</location>")
				d.line("<formula><conjunction/></formula>")
			})
			for _, l := range w.places {
				d.in("invariant", func() {
					d.line("<location>" + tag("locationId", l.name) + "</location>")
					d.in("formula", func() { l.conjunction(d, l.invariant) })
				})
			}
		})
		d.in("impact", func() {
			d.line(tag("initial", start))
			d.in("nodes", func() {
				w.node(d, start, func() { d.line("<invariant><conjunction/></invariant>") })
				for _, l := range w.places {
					w.node(d, l.name, func() { d.in("invariant", func() { l.conjunction(d, l.invariant) }) })
				}
			})
		})
		d.in("switchToCooperationTermination", func() {
			d.in("cutPoints", func() {
				for s := range w.m.States {
					if slices.Contains(loops, w.component(s)) {
						w.cut(d, w.places[s].name)
					}
				}
			})
			d.in("sccDecomposition", func() {
				for _, c := range loops {
					d.in("sccWithProof", func() { w.remove(d, c) })
				}
			})
		})
	})
}

// node writes a location with its invariant, and where its transitions lead.
func (w *writer) node(d *document, name string, invariant func()) {
	d.in("node", func() {
		d.line(tag("nodeId", name))
		invariant()
		d.line("<location>" + tag("locationId", name) + "</location>")
		d.line("<children>")
		for _, e := range w.edges {
			if e.from == name {
				d.line("  <child>" + tag("transitionId", e.id) + tag("nodeId", e.to) + "</child>")
			}
		}
		d.line("</children>")
	})
}

// cut writes a cut point, whose transition changes nothing.
func (w *writer) cut(d *document, name string) {
	d.in("cutPoint", func() {
		d.line(tag("locationId", name))
		d.line(tag("skipId", "skip."+name))
		d.in("skipFormula", func() {
			d.in("conjunction", func() {
				names := w.variables()
				for i := range w.values {
					names = append(names, fmt.Sprintf("value.%d", i+1))
				}
				for i := range w.inputs {
					names = append(names, fmt.Sprintf("input.%d", i+1))
				}
				for _, v := range names {
					d.line("<eq><post>" + tag("variableId", v) + "</post>" + tag("variableId", v) + "</eq>")
				}
			})
		})
	})
}

// remove writes a component whose transitions all decrease the rank.
func (w *writer) remove(d *document, component int) {
	in := func(s int) bool { return w.component(s) == component }
	locations, removed := "", ""
	for s, l := range w.places {
		if in(s) {
			locations += tag("locationDuplicate", l.name)
		}
	}
	for _, e := range w.edges {
		if e.source >= 0 && in(e.source) && in(e.target) {
			removed += tag("transitionDuplicate", e.id)
		}
	}
	d.line("<scc>" + locations + "</scc>")
	d.in("transitionRemoval", func() {
		bounds := ""
		d.in("rankingFunctions", func() {
			for s, l := range w.places {
				if !in(s) {
					continue
				}
				expressions := ""
				for _, p := range l.rank {
					expressions += l.sum(p)
				}
				d.line("<rankingFunction><location>" + tag("locationDuplicate", l.name) + "</location><expression>" + expressions + "</expression></rankingFunction>")
			}
		})
		for range w.m.Rank {
			bounds += "<constant>0</constant>"
		}
		d.line("<bound>" + bounds + "</bound>")
		d.line("<remove>" + removed + "</remove>")
		d.line("<sccDecomposition/>")
	})
}
