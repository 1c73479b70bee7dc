package explore

// words is a list of words in pages, so that it grows without being copied. The zero value
// is empty.
type words struct {
	pages [][]uint64
	n     int
}

const (
	pageBits = 13
	pageSize = 1 << pageBits
)

func (l *words) len() int { return l.n }

func (l *words) at(i int) uint64 { return l.pages[i>>pageBits][i&(pageSize-1)] }

func (l *words) append(word uint64) {
	last := len(l.pages) - 1
	if l.n&(pageSize-1) == 0 {
		// The first page starts small, because many graphs are small.
		l.pages = append(l.pages, make([]uint64, 0, min(max(l.n, 64), pageSize)))
		last++
	}
	l.pages[last] = append(l.pages[last], word)
	l.n++
}
