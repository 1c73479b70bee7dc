package conform

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The name of the span events that are steps, and the prefix of their attributes.
const (
	stepEvent = "fsm.step"
	stepAttr  = "fsm."
)

// otlp is an ExportTraceServiceRequest, as OTLP writes it in JSON. It has more members.
type otlp struct {
	ResourceSpans []struct {
		ScopeSpans []struct {
			Spans []struct {
				Attributes []attribute `json:"attributes"`
				Events     []struct {
					Name         string      `json:"name"`
					TimeUnixNano nanos       `json:"timeUnixNano"`
					Attributes   []attribute `json:"attributes"`
				} `json:"events"`
			} `json:"spans"`
		} `json:"scopeSpans"`
	} `json:"resourceSpans"`
}

// attribute is an attribute of a span or of its event.
type attribute struct {
	Key   string `json:"key"`
	Value struct {
		String *string `json:"stringValue"`
		Int    *nanos  `json:"intValue"`
		Bool   *bool   `json:"boolValue"`
	} `json:"value"`
}

// nanos is an integer of 64 bits. OTLP writes it as a string, and readers also take a number.
type nanos int64

// UnmarshalJSON implements json.Unmarshaler.
func (n *nanos) UnmarshalJSON(text []byte) error {
	v, err := strconv.ParseInt(strings.Trim(string(text), `"`), 10, 64)
	if err != nil {
		return fmt.Errorf("%.40s is not an integer of 64 bits", text)
	}
	*n = nanos(v)
	return nil
}

// ReadOTLP reads records from traces as OTLP writes them in JSON, one value or several, as the file exporter of a collector does. A
// record is a span event named fsm.step, whose attributes have the names of the members of a Record behind "fsm.", such as fsm.id. The machine
// is fsm.machine: records of machines that have none of the names are left out. It is an error if no record is left.
//
// Spans come in any order and more than once, so the records of a run are sorted by their revision, or by their time. Of
// several with the same revision, the latest counts. Where revisions are missing, such as in a trace that is sampled, the record has Gap
// set. A step with fsm.uncommitted was made in a transaction that may have been rolled back, so it is missing, too.
func ReadOTLP(from io.Reader, machines ...string) (records []Record, err error) {
	text, err := io.ReadAll(from)
	if err != nil {
		return nil, err
	}
	var others []string
	d := json.NewDecoder(bytes.NewReader(text))
	for {
		rest := text[d.InputOffset():]
		blank := len(rest) - len(bytes.TrimLeft(rest, " \t\r\n"))
		line := 1 + bytes.Count(text[:int(d.InputOffset())+blank], []byte("\n"))
		var request otlp
		if err := d.Decode(&request); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		for _, resource := range request.ResourceSpans {
			for _, scope := range resource.ScopeSpans {
				for _, span := range scope.Spans {
					for _, e := range span.Events {
						if e.Name != stepEvent {
							continue
						}
						r := Record{Line: line, At: time.Unix(0, int64(e.TimeUnixNano)).UTC()}
						machine, uncommitted, err := r.fill(append(slices.Clone(span.Attributes), e.Attributes...), len(span.Attributes))
						if err != nil {
							return nil, fmt.Errorf("line %d: a span event %s: %w", line, stepEvent, err)
						}
						if machine != "" && !slices.Contains(machines, machine) {
							others = append(others, machine)
							continue
						}
						if !uncommitted {
							records = append(records, r)
						}
					}
				}
			}
		}
	}
	if len(records) == 0 && len(others) > 0 {
		slices.Sort(others)
		return nil, fmt.Errorf("%w of %s; there are some of: %s", errEmpty, strings.Join(machines, " or "), strings.Join(slices.Compact(others), ", "))
	}
	if len(records) == 0 {
		return nil, fmt.Errorf("%w: no span has an event named %s", errEmpty, stepEvent)
	}
	return inOrder(records), nil
}

// fill sets the members of a record from attributes, and returns the machine, and whether it is not known that the step was
// committed. The first attributes are those of the span, of which the machine and the ID count.
func (r *Record) fill(attributes []attribute, ofSpan int) (machine string, uncommitted bool, err error) {
	for i, a := range attributes {
		name, ours := strings.CutPrefix(a.Key, stepAttr)
		if !ours || i < ofSpan && name != "machine" && name != "id" {
			continue
		}
		texts := map[string]*string{"machine": &machine, "id": &r.ID, "event": &r.Event, "from": &r.From, "to": &r.To, "key": &r.Key, "timer": &r.Timer, "answers": &r.Answers}
		objects := map[string]any{"payload": &r.Payload, "params": &r.Params, "guards": &r.Guards}
		flags := map[string]*bool{"ignored": &r.Ignored, "uncommitted": &uncommitted}
		text, object := texts[name], objects[name]
		switch {
		case text != nil && a.Value.String != nil:
			*text = *a.Value.String
		case object != nil && a.Value.String != nil:
			if err := json.Unmarshal([]byte(*a.Value.String), object); err != nil {
				return "", false, fmt.Errorf("%s: %w", a.Key, err)
			}
		case name == "revision" && a.Value.Int != nil:
			r.Revision = int64(*a.Value.Int)
		case flags[name] != nil && a.Value.Bool != nil:
			*flags[name] = *a.Value.Bool
		case text != nil || object != nil:
			return "", false, fmt.Errorf("%s is not a string", a.Key)
		case name == "revision":
			return "", false, fmt.Errorf("%s is not an int", a.Key)
		case flags[name] != nil:
			return "", false, fmt.Errorf("%s is not a bool", a.Key)
		default:
			return "", false, fmt.Errorf("there is no attribute %.60s", a.Key)
		}
	}
	return machine, uncommitted, nil
}

// inOrder returns records in the order of their runs, which is that of their begins, and of their steps.
func inOrder(records []Record) (sorted []Record) {
	slices.SortStableFunc(records, func(x, y Record) int { return x.At.Compare(y.At) })
	runs, ids := map[string][]Record{}, []string(nil)
	for _, r := range records {
		if _, ok := runs[r.ID]; !ok {
			ids = append(ids, r.ID)
		}
		runs[r.ID] = append(runs[r.ID], r)
	}
	for _, id := range ids {
		run := runs[id]
		if slices.ContainsFunc(run, func(r Record) bool { return r.Revision == 0 }) {
			sorted = append(sorted, run...) // Only the times tell.
			continue
		}
		slices.SortStableFunc(run, func(x, y Record) int { return cmp.Compare(x.Revision, y.Revision) })
		last := int64(0)
		for i, r := range run {
			if i+1 < len(run) && run[i+1].Revision == r.Revision {
				continue
			}
			r.Gap = last > 0 && r.Revision > last+1
			last = r.Revision
			sorted = append(sorted, r)
		}
	}
	return sorted
}
