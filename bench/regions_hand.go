package bench

// Handwritten versions of the machines in regions/: a struct with a field for each region, and a
// switch over the fields inside a switch over the event.

type leaf uint8

const (
	leaf0 leaf = iota
	leaf1
	leaf2
)

// step and all are what a leaf does with the event of its region, and with that of all regions.
func (l *leaf) step() {
	switch *l {
	case leaf0:
		*l = leaf1
	case leaf1:
		*l = leaf2
	case leaf2:
		*l = leaf0
	}
}

func (l *leaf) all() {
	switch *l {
	case leaf0:
		*l = leaf2
	case leaf1:
		*l = leaf0
	case leaf2:
		*l = leaf1
	}
}

type regionEvent uint8

const (
	stepA regionEvent = iota
	stepB
	stepC
	stepD
	allRegions
)

type handTwo struct {
	off  bool
	a, b leaf
}

//go:noinline
func (m *handTwo) fire(e regionEvent) error {
	if m.off {
		return errIllegal
	}
	switch e {
	case stepA:
		m.a.step()
	case stepB:
		m.b.step()
	case allRegions:
		m.a.all()
		m.b.all()
	default:
		return errIllegal
	}
	return nil
}

type handFour struct {
	off        bool
	a, b, c, d leaf
}

//go:noinline
func (m *handFour) fire(e regionEvent) error {
	if m.off {
		return errIllegal
	}
	switch e {
	case stepA:
		m.a.step()
	case stepB:
		m.b.step()
	case stepC:
		m.c.step()
	case stepD:
		m.d.step()
	case allRegions:
		m.a.all()
		m.b.all()
		m.c.all()
		m.d.all()
	default:
		return errIllegal
	}
	return nil
}
