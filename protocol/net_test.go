package protocol_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"tinyhouse/engine/enginetest"
)

// writeNet writes a random net of a variant and returns its path.
func writeNet(t *testing.T, variant string) string {
	t.Helper()
	var b bytes.Buffer
	if err := enginetest.Net(t, enginetest.Game(t, variant), 32, 1).Write(&b); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), variant+".thn")
	enginetest.WriteFile(t, path, b.Bytes())
	return path
}

// TestEvalFile checks that each variant gets the first net for its rules, and what is said of the others.
func TestEvalFile(t *testing.T) {
	chess, gardner := writeNet(t, "chess"), writeNet(t, "gardner")
	damaged := filepath.Join(t.TempDir(), "damaged.thn")
	data := enginetest.ReadFile(t, chess)
	data[3000]++
	enginetest.WriteFile(t, damaged, data)
	list := string(os.PathListSeparator)
	dialog, f, done := session(t, nil)
	err := dialog.Play(fmt.Sprintf(`> setoption name EvalFile value %[1]s%[4]s%[2]s%[4]s%[3]s%[4]snowhere
< info string ERROR: no net could be read at %[3]q: nnue: it is damaged: its digest is wrong
< info string ERROR: cannot open "nowhere": *
< info string net %[1]q is not used: nnue: it is for other rules, those of "chess"
< info string net %[2]q is not used: nnue: it is for other rules, those of "gardner"
> setoption name UCI_Variant value gardner
< info string variant gardner *
< info string evaluation: net %[2]q, * weights
> setoption name UCI_Variant value chess
< info string variant chess *
< info string evaluation: net %[1]q, * weights
> setoption name EvalFile value <empty>
> setoption name UCI_Variant value gardner
< info string variant gardner *`, chess, gardner, damaged, list))
	if err != nil {
		t.Error(err)
	}
	<-done
	if got := f.called(); !slices.Equal(got, []string{"game", "net", "net", "net", "game", "net", "net", "game", "net", "net", "game"}) {
		t.Errorf("calls %q", got)
	}
}
