package svg

import (
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
)

func TestMain(m *testing.M) { sample.Main(m) }
