package main

import (
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"

	"github.com/yuin/goldmark/ast"
)

// home and contents are the first pages. The map of all others is in contents.
const (
	home     = "README.md"
	contents = "docs/README.md"
)

// group is a part of the journey, for the menu.
type group struct {
	Title string
	Pages []*page
}

// beginGroup notes that a heading, or bold text at the beginning of a paragraph, begins a group of links.
func (p *page) beginGroup(n ast.Node) {
	switch n := n.(type) {
	case *ast.Heading:
		if n.Level > 1 {
			p.leads = append(p.leads, lead{group: plain(n, p.source)})
		}
	case *ast.Emphasis:
		if n.Level == 2 && n.PreviousSibling() == nil && n.Parent().Kind() == ast.KindParagraph {
			p.leads = append(p.leads, lead{group: trimmed(plain(n, p.source))})
		}
	}
}

// trimmed returns a text without the point at its end.
func trimmed(s string) string {
	if n := len(s); n > 0 && s[n-1] == '.' {
		return s[:n-1]
	}
	return s
}

// tablesFirst returns links in the order in which people read them: text often names in advance what a table lists.
func tablesFirst(leads []lead) []lead {
	out := slices.Clone(leads)
	slices.SortStableFunc(out, func(a, b lead) int {
		switch {
		case a.table == b.table:
			return 0
		case a.table:
			return -1
		}
		return 1
	})
	return out
}

// byGroup calls tablesFirst for the links of each group.
func byGroup(leads []lead) (out []lead) {
	start := 0
	for i, l := range leads {
		if l.to == nil {
			out = append(append(out, tablesFirst(leads[start:i])...), l)
			start = i + 1
		}
	}
	return append(out, tablesFirst(leads[start:])...)
}

// journey returns all pages in the order of the map. A page that the map does not name stands behind the page of the map that
// lists most of its folder, in the order of that list.
func journey(pages map[string]*page) ([]group, error) {
	if pages[home] == nil || pages[contents] == nil {
		return nil, fmt.Errorf("there is no %s or no %s", home, contents)
	}
	groups := []group{{"fsmgen", []*page{pages[home], pages[contents]}}}
	listed := map[*page]bool{pages[home]: true, pages[contents]: true}
	var mapped []*page
	for _, l := range byGroup(pages[contents].leads) {
		switch last := &groups[len(groups)-1]; {
		case l.to == nil:
			groups = append(groups, group{Title: l.group})
		case !listed[l.to]:
			listed[l.to] = true
			last.Pages = append(last.Pages, l.to)
			mapped = append(mapped, l.to)
		}
	}
	lists, err := owners(pages, mapped, listed)
	if err != nil {
		return nil, err
	}
	for i, g := range groups {
		var all []*page
		for _, p := range g.Pages {
			all = append(append(all, p), lists[p]...)
		}
		groups[i].Pages = all
	}
	return slices.DeleteFunc(groups, func(g group) bool { return len(g.Pages) == 0 }), nil
}

// owners returns, for pages of the map, the pages behind them.
func owners(pages map[string]*page, mapped []*page, listed map[*page]bool) (map[*page][]*page, error) {
	count := map[*page]map[string]int{} // by page of the map and folder: how many pages it lists
	below := map[*page][]*page{}        // these pages, in their order
	for _, m := range mapped {
		count[m] = map[string]int{}
		for _, l := range tablesFirst(m.leads) {
			if l.to != nil && !listed[l.to] && !slices.Contains(below[m], l.to) {
				below[m] = append(below[m], l.to)
				count[m][path.Dir(l.to.path)]++
			}
		}
	}
	owner := map[*page]*page{}
	for _, m := range mapped {
		for _, p := range below[m] {
			dir := path.Dir(p.path)
			if owner[p] == nil || count[m][dir] > count[owner[p]][dir] {
				owner[p] = m
			}
		}
	}
	var missing error
	for _, name := range slices.Sorted(maps.Keys(pages)) {
		if p := pages[name]; !listed[p] && owner[p] == nil {
			missing = errors.Join(missing, fmt.Errorf("%s:1: neither %s nor a page that it lists leads here: add the page to a list", name, contents))
		}
	}
	lists := map[*page][]*page{}
	for _, m := range mapped {
		for _, p := range below[m] {
			if owner[p] == m {
				lists[m] = append(lists[m], p)
			}
		}
	}
	return lists, missing
}
