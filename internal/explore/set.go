package explore

import "math/bits"

// set numbers words from 0 in the order in which they are added. The zero
// value is empty.
//
// It is a hash table with open addressing whose slots hold a number and, in
// the bits that the number leaves, a part of the hash, so that most slots of
// other words are passed over without a look at the words themselves. When the
// words come from a small space and fill enough of it, a bit for each word of
// the space takes the table's place.
type set struct {
	words words
	slots []uint32
	// shift takes the slot from a hash; mask takes the number, plus one,
	// from a slot.
	shift uint
	mask  uint32

	// space is larger than every word, or 0 when that is unknown.
	space uint64
	// bits tells the members. Once the set is sealed, rank holds how many
	// there are before each 64 bits, and order their numbers by rank.
	bits  []uint64
	rank  []uint32
	order []uint32
}

// Bits take the place of the table when the space is at most smallSpace, or at
// most sparse times the number of words: then they need less than the table
// would, or not much more.
const (
	smallSpace = 1 << 12
	sparse     = 32
)

// hash spreads a word over 64 bits (the finaliser of MurmurHash3, shortened).
func hash(word uint64) uint64 {
	word ^= word >> 32
	word *= 0x9e3779b97f4a7c15
	word ^= word >> 29
	return word * 0xbf58476d1ce4e5b9
}

func (s *set) len() int { return s.words.len() }

// insert adds a word and reports whether it is new.
func (s *set) insert(word uint64) bool {
	if s.bits == nil {
		_, fresh := s.number(word)
		return fresh
	}
	block, bit := &s.bits[word>>6], uint64(1)<<(word&63)
	if *block&bit != 0 {
		return false
	}
	*block |= bit
	s.words.append(word)
	return true
}

// number adds a word and returns its number and whether it is new. In a set
// that has bits only a new word gets its number.
func (s *set) number(word uint64) (number uint32, fresh bool) {
	if s.len()*4 >= len(s.slots)*3 {
		s.grow()
		if s.bits != nil {
			return uint32(s.len()), s.insert(word)
		}
	}
	h := hash(word)
	tag := uint32(h) &^ s.mask
	last := len(s.slots) - 1
	for i := int(h >> s.shift); ; i++ {
		slot := s.slots[i&last]
		if slot == 0 {
			s.words.append(word)
			s.slots[i&last] = tag | uint32(s.len())
			return uint32(s.len() - 1), true
		}
		if n := slot&s.mask - 1; slot&^s.mask == tag && s.words.at(int(n)) == word {
			return n, false
		}
	}
}

// grow doubles the table and enters all words again, or replaces it.
func (s *set) grow() {
	if s.space > 0 && s.space <= max(smallSpace, sparse*uint64(s.len())) {
		s.slots, s.bits = nil, make([]uint64, (s.space+63)/64)
		for i := range s.len() {
			word := s.words.at(i)
			s.bits[word>>6] |= 1 << (word & 63)
		}
		return
	}
	size := max(64, 2*len(s.slots))
	s.slots = make([]uint32, size)
	s.shift = uint(64 - bits.TrailingZeros(uint(size)))
	s.mask = uint32(size - 1)
	for n := range s.len() {
		h := hash(s.words.at(n))
		i := int(h >> s.shift)
		for s.slots[i&(size-1)] != 0 {
			i++
		}
		s.slots[i&(size-1)] = uint32(h)&^s.mask | uint32(n+1)
	}
}

// has reports whether a word is in the set.
func (s *set) has(word uint64) bool {
	if s.bits == nil {
		_, ok := s.find(word)
		return ok
	}
	return word < s.space && s.bits[word>>6]>>(word&63)&1 != 0
}

// find returns the number of a word. The set must be sealed, or of unknown
// space.
func (s *set) find(word uint64) (uint32, bool) {
	if s.bits != nil {
		if word >= s.space {
			return 0, false
		}
		block, bit := s.bits[word>>6], uint64(1)<<(word&63)
		if block&bit == 0 {
			return 0, false
		}
		return s.order[int(s.rank[word>>6])+bits.OnesCount64(block&(bit-1))], true
	}
	if len(s.slots) == 0 {
		return 0, false
	}
	h := hash(word)
	tag := uint32(h) &^ s.mask
	last := len(s.slots) - 1
	for i := int(h >> s.shift); ; i++ {
		slot := s.slots[i&last]
		if slot == 0 {
			return 0, false
		}
		if n := slot&s.mask - 1; slot&^s.mask == tag && s.words.at(int(n)) == word {
			return n, true
		}
	}
}

// seal prepares a set to which nothing more is added for find.
func (s *set) seal() {
	if s.bits == nil {
		return
	}
	s.rank, s.order = make([]uint32, len(s.bits)), make([]uint32, s.len())
	var sum uint32
	for i, block := range s.bits {
		s.rank[i] = sum
		sum += uint32(bits.OnesCount64(block))
	}
	for n := range s.len() {
		word := s.words.at(n)
		before := s.bits[word>>6] & (1<<(word&63) - 1)
		s.order[int(s.rank[word>>6])+bits.OnesCount64(before)] = uint32(n)
	}
}
