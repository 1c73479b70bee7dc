package file

import (
	"path"
	"regexp"
	"strings"
)

// nameImports chooses a local name for each package outside the standard library. The
// import clause declares it, because the package's own name is unknown. No argument shadows
// it, and no type of the package has the same name.
func (f *File) nameImports() {
	used := map[string]bool{f.Package: true, "fsm": true, "codec": true, "fsmdrive": true}
	f.ImportName(runtime, "fsm")
	f.ImportName(runtime+"/codec", "codec")
	f.ImportAlias(runtime+"/drive", "fsmdrive") // programs have functions with the name drive
	use := func(args []string) {
		for _, a := range args {
			used[a] = true
		}
	}
	for _, e := range f.m.Names.Events {
		use(e.Args)
	}
	for _, n := range f.m.Names.Guards {
		use(n.Args)
	}
	for _, n := range f.m.Names.Outputs {
		use(n.Args)
	}
	for _, n := range f.m.Names.Delays {
		use(n.Args)
	}
	for _, n := range f.m.Names.Calls {
		use(n.Args)
	}
	used[f.m.Names.Number], used[f.m.Names.Context] = true, true
	if f.m.Names.Context != "" {
		used["context"], f.Imports["context"] = true, true
	}
	for _, standard := range []string{"bytes", "codec", "encoding", "errors", "fmt", "fsm", "fsmdrive", "json", "math", "reflect", "slices", "strconv", "strings", "time", "utf8"} {
		f.Imports[standard] = true
	}
	types := f.m.GoTypes()
	for _, t := range types {
		for _, p := range t.Parts {
			if p.Path == "" {
				used[p.Name] = true
			}
		}
	}
	for _, t := range types {
		for _, p := range t.Parts {
			name := importName(p.Path)
			if host, _, _ := strings.Cut(p.Path, "/"); !strings.Contains(host, ".") {
				f.Imports[name] = true
				continue
			}
			for used[name] {
				name += "pkg"
			}
			f.Imports[name] = true
			f.ImportAlias(p.Path, name)
		}
	}
}

var (
	majorVersion = regexp.MustCompile(`^v[0-9]+$`)
	notInName    = regexp.MustCompile(`[^a-z0-9]`)
)

// importName guesses the name of a package from the conventions of import paths:
// "example.com/go-money/v2" is money, "gopkg.in/yaml.v3" yaml.
func importName(importPath string) string {
	name := path.Base(importPath)
	if majorVersion.MatchString(name) && path.Dir(importPath) != "." {
		name = path.Base(path.Dir(importPath))
	}
	if before, after, ok := strings.Cut(name, ".v"); ok && strings.Trim(after, "0123456789") == "" {
		name = before
	}
	name = strings.TrimSuffix(strings.TrimPrefix(strings.ToLower(name), "go-"), "-go")
	name = strings.TrimLeft(notInName.ReplaceAllString(name, ""), "0123456789")
	if name == "" {
		return "pkg"
	}
	return name
}
