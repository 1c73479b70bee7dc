package gen_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// hooks reads the interfaces of a generated package that a program implements, and writes implementations of them. It knows the
// package as a user does: by its declarations.
type hooks struct {
	pkg        string
	interfaces map[string]*ast.InterfaceType
	results    []string // types with a method send: how child machines end
	run        *ast.FuncType
	types      map[string]bool
}

// read collects the declarations of a file.
func (h *hooks) read(t *testing.T, source []byte) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), "", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	if h.interfaces == nil {
		h.interfaces, h.types = map[string]*ast.InterfaceType{}, map[string]bool{}
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && d.Name.Name == "Run" {
				h.run = d.Type
			}
			if d.Recv != nil && d.Name.Name == "send" {
				h.results = append(h.results, h.text(d.Recv.List[0].Type))
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				ts, ok := s.(*ast.TypeSpec)
				if !ok {
					continue
				}
				h.types[ts.Name.Name] = true
				if i, ok := ts.Type.(*ast.InterfaceType); ok {
					h.interfaces[ts.Name.Name] = i
				}
			}
		}
	}
}

// text prints a type without the name of the package.
func (h *hooks) text(e ast.Expr) string {
	var b strings.Builder
	if err := printer.Fprint(&b, token.NewFileSet(), e); err != nil {
		panic(err)
	}
	return b.String()
}

// from prints a type as another package writes it.
func (h *hooks) from(e ast.Expr) string {
	if text := h.text(e); !h.types[text] {
		return text
	}
	return h.pkg + "." + h.text(e)
}

// methods returns the methods of an interface, also those of interfaces that it embeds.
func (h *hooks) methods(name string) (list []*ast.Field) {
	for _, m := range h.interfaces[name].Methods.List {
		if len(m.Names) > 0 {
			list = append(list, m)
		} else if embedded := h.text(m.Type); h.interfaces[embedded] != nil {
			list = append(list, h.methods(embedded)...)
		}
	}
	return list
}

// write writes an entry of the table of machines, and the methods of its host and its handler. It returns the names of the latter.
func (h *hooks) write(t *testing.T, table, methods *strings.Builder) (handlers []string) {
	t.Helper()
	if h.run == nil {
		t.Fatalf("package %s has no Run", h.pkg)
	}
	args := []string{"ctx", "p"}
	fmt.Fprintf(methods, "type host_%[1]s struct{ answers }\n\ntype handler_%[1]s struct{ *script }\n\n", h.pkg)
	for _, p := range h.run.Params.List {
		switch name := h.text(p.Type); {
		case name == "Handler":
			args = append(args, "handler_"+h.pkg+"{s}")
			for _, m := range h.methods(name) {
				f := m.Type.(*ast.FuncType)
				handlers = append(handlers, m.Names[0].Name)
				fmt.Fprintf(methods, "func (h handler_%s) %s(ctx context.Context, s %s) (%s, error) {\n\treturn reply[%[4]s](h.script, ctx, %[2]q, s)\n}\n\n",
					h.pkg, m.Names[0].Name, h.from(f.Params.List[1].Type), h.from(f.Results.List[0].Type))
			}
		case h.interfaces[name] != nil:
			args = append(args, "host_"+h.pkg+"{answers{s}}")
			for _, m := range h.methods(name) {
				h.hostMethod(methods, m.Names[0].Name, m.Type.(*ast.FuncType))
			}
		}
	}
	fmt.Fprintf(table, `	func(ctx context.Context, params []byte, s *script) (string, error) {
		var p %[1]s.Params
		if err := json.Unmarshal(params, &p); err != nil {
			return "", err
		}
		end, err := %[1]s.Run(%[2]s, %[1]s.WithCheckpoint(func(_ context.Context, m *%[1]s.Machine) error { return s.save(m, m.State().String()) }))
		if err != nil {
			return "", err
		}
		return end.Outcome().String(), nil
	},
`, h.pkg, strings.Join(args, ", "))
	return handlers
}

// hostMethod writes a method of the host: an output, or a call. Guards and delays are those of all machines.
func (h *hooks) hostMethod(w *strings.Builder, name string, f *ast.FuncType) {
	if slices.Contains([]string{"Likes", "Fits", "Slow"}, name) {
		return
	}
	var params, args, results []string
	call := false
	for _, p := range f.Params.List {
		for _, n := range p.Names {
			params = append(params, n.Name+"_ "+h.from(p.Type)) // a name that is no package
			if h.text(p.Type) != "context.Context" {
				args = append(args, n.Name+"_")
			}
		}
	}
	if f.Results == nil {
		fmt.Fprintf(w, "func (h host_%s) %s(%s) { h.output(%s) }\n\n", h.pkg, name, strings.Join(params, ", "), strings.Join(append([]string{fmt.Sprintf("%q", name)}, args...), ", "))
		return
	}
	for _, r := range f.Results.List {
		for range max(len(r.Names), 1) {
			results = append(results, h.from(r.Type))
		}
	}
	own := strings.ToLower(name[:1]) + name[1:]
	ending := h.interfaces[name+"Result"]
	if ending != nil {
		own = name
	}
	fmt.Fprintf(w, "func (h host_%s) %s(%s) (%s) {\n\tin, err := h.wait(%s)\n", h.pkg, name, strings.Join(params, ", "), strings.Join(results, ", "),
		strings.Join(append([]string{"ctx_", fmt.Sprintf("%q", own)}, args...), ", "))
	call = ending != nil
	if !call {
		values := ""
		for i, r := range results[:len(results)-1] {
			values += fmt.Sprintf("value[%s](in, %d), ", r, i)
		}
		fmt.Fprintf(w, "\t_ = in\n\treturn %serr\n}\n\n", values)
		return
	}
	fmt.Fprint(w, "\tif err != nil {\n\t\treturn nil, err\n\t}\n\tswitch in.Result {\n")
	for _, r := range h.results {
		if outcome, ok := strings.CutPrefix(r, name); ok {
			fmt.Fprintf(w, "\tcase %q:\n\t\treturn fields[%s.%s](in), nil\n", strings.ToLower(outcome[:1])+outcome[1:], h.pkg, r)
		}
	}
	fmt.Fprint(w, "\t}\n\tpanic(in.Result)\n}\n\n")
}
