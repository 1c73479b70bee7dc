package check

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
	"github.com/fsmgen/fsmgen/fsmtest/internal/run"
	"github.com/fsmgen/fsmgen/fsmtest/internal/subject"
)

// outputs compares recorded outputs with calls, delivers them, and writes and reads them.
func (v *inputs) outputs(recorded reflect.Value, want []oracle.Call) error {
	if recorded.Len() != len(want) {
		return fmt.Errorf("the outputs are %v, want %v", recorded, want)
	}
	for i, call := range want {
		if err := v.output(recorded.Index(i).Interface(), call); err != nil {
			return fmt.Errorf("output %v: %w", call, err)
		}
	}
	return nil
}

// output does so with one.
func (v *inputs) output(recorded any, want oracle.Call) error {
	if got, fault := delivered(v.env.bench, recorded); fault != nil || len(got) != 1 || !got[0].Same(want) {
		return fmt.Errorf("%+v is delivered as %v (%v)", recorded, got, fault)
	}
	name := mirror.Results(recorded, "Name")[0].String()
	if got := mirror.Results(kindFor(v.env.bench, nil), "OutputName", recorded)[0].String(); got != name {
		return fmt.Errorf("the name is %q, and OutputName returns %q", name, got)
	}
	if err := v.startedBy(recorded, want); err != nil {
		return err
	}
	payload, err := json.Marshal(recorded)
	if err != nil {
		return unwritten(want, err)
	}
	read := func(payload []byte) (any, error) { return mirror.Call(v.env.Subject.Machine.ReadOutput, name, payload) }
	if !v.forged["output "+name] {
		v.forged["output "+name] = true
		v.forge("output "+name, payload, read)
		for _, none := range []string{"", name + " ", strings.ToUpper(name) + "X"} {
			if o, err := mirror.Call(v.env.Subject.Machine.ReadOutput, none, payload); err == nil || o != nil {
				return fmt.Errorf("ReadOutput(%q) returned %v, %v", none, o, err)
			}
		}
	}
	for _, read := range []func([]byte) (any, error){read, func(payload []byte) (any, error) {
		out := mirror.Results(kindFor(v.env.bench, nil), "ReadOutput", name, payload)
		return out[0].Interface(), mirror.Error(out[1:])
	}} {
		again, err := read(payload)
		if err != nil {
			return fmt.Errorf("reading %s: %w", payload, err)
		}
		if got, _ := delivered(v.env.bench, again); len(got) != 1 || !got[0].Equal(want) {
			return fmt.Errorf("the output read from %s is delivered as %v", payload, got)
		}
	}
	return nil
}

// recorded calls the methods of a recorder for outputs, and for starts of calls, with arguments that differ, and compares them with
// what it records.
func (v *inputs) recorded(recorder reflect.Value) error {
	deliver, ok := reflect.TypeOf(v.env.Subject.Machine.ReadOutput).Out(0).MethodByName("Deliver")
	if !ok {
		return nil
	}
	to := deliver.Type.In(deliver.Type.NumIn() - 1)
	for i := range to.NumMethod() {
		method := recorder.MethodByName(to.Method(i).Name)
		var args, given []reflect.Value
		for k := range method.Type().NumIn() {
			if typ := method.Type().In(k); typ == subject.ContextType {
				args = append(args, reflect.ValueOf(context.Background()))
			} else {
				given = append(given, distinct(typ, k+1))
				args = append(args, given[len(given)-1])
			}
		}
		method.Call(args)
		all := recorder.Elem().FieldByName("Outputs")
		got := all.Index(all.Len() - 1).Elem()
		if to.Method(i).Name == "StopCall" {
			continue // which has a type for each call
		}
		for k, want := range given {
			if !reflect.DeepEqual(got.Field(k).Interface(), want.Interface()) {
				return fmt.Errorf("method %s of a recorder, with %v, records %+v", to.Method(i).Name, given, got)
			}
		}
	}
	return nil
}

// distinct returns a value that differs by a number, if the type has such values.
func distinct(t reflect.Type, n int) reflect.Value {
	v := reflect.New(t).Elem()
	switch t.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(n))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(n))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(float64(n))
	case reflect.String:
		v.SetString(strconv.Itoa(n))
	case reflect.Bool:
		v.SetBool(n%2 > 0)
	case reflect.Interface:
		if t == reflect.TypeFor[error]() {
			v.Set(reflect.ValueOf(fmt.Errorf("error %d", n)))
		}
	case reflect.Pointer:
		v.Set(reflect.New(t.Elem()))
	}
	return v
}

// delivered returns the calls of a host that gets an output, and what is wrong with them.
func delivered(b *run.Bench, o any) ([]oracle.Call, error) {
	to := b.NewHost()
	b.Subject.Contexts.Results(o, "Deliver", to.Face)
	return to.Told, to.Fault
}

// unwritten says what is wrong with the error of an output that JSON cannot represent, if
// anything is.
func unwritten(o oracle.Call, err error) error {
	for _, arg := range o[1:] {
		if s, is := arg.(string); is && strings.ToValidUTF8(s, "") != s && strings.Contains(err.Error(), "not valid UTF-8") ||
			!is && strings.Contains(err.Error(), ", of type ") && !mirror.Kept(reflect.TypeOf(&arg).Elem(), 0) {
			return nil
		}
	}
	return fmt.Errorf("no JSON: %w", err)
}
