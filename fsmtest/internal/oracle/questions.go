package oracle

import (
	"reflect"
	"slices"

	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
)

// Ask is a question to the host, with the number of its answer.
type Ask struct {
	Number int  // an index of Spec.Questions
	Call   Call // what the host is asked
}

// Questions are those to the host.
type Questions struct {
	spec   *Spec
	oracle *Oracle
}

// Yes returns the answer to a question that an event carries.
func (q *Questions) Yes(payload any, question int) bool {
	return q.oracle.Answers >= 0 && payload != nil && reflect.ValueOf(payload).Field(q.oracle.Answers).Index(question).Bool()
}

// With returns a payload with another answer.
func (q *Questions) With(payload any, question int, yes bool) any {
	if payload == nil {
		payload = reflect.Zero(q.oracle.Layout.Payload).Interface()
	}
	return mirror.Edit(payload, func(v reflect.Value) { v.Field(q.oracle.Answers).Index(question).SetBool(yes) })
}

// Of returns the questions that the guards for an event have, each once.
func (q *Questions) Of(m Config, e Input) (asks []Ask) {
	if q.oracle.Answers < 0 {
		return nil
	}
	for _, number := range q.Numbers(m, e.Event) {
		asks = append(asks, Ask{number, q.spec.Questions[number].Call(m.Vars, e.Payload)})
	}
	return asks
}

// Numbers returns the numbers of the questions for an event, each once, in order.
func (q *Questions) Numbers(m Config, event int) (numbers []int) {
	for _, i := range q.oracle.Cells[m.State*len(q.spec.Events)+event] {
		for _, number := range q.spec.Rows[i].Asks {
			if !slices.Contains(numbers, number) {
				numbers = append(numbers, number)
			}
		}
	}
	return numbers
}

// Heard returns the event with one answer to all questions that are the same
// call: the host cannot tell them apart.
func (q *Questions) Heard(m Config, e Input) Input {
	asks := q.Of(m, e)
	for i, a := range asks {
		for _, b := range asks[:i] {
			if a.Call.Same(b.Call) {
				e.Payload = q.With(e.Payload, a.Number, q.Yes(e.Payload, b.Number))
			}
		}
	}
	return e
}
