package protocol_test

import (
	"fmt"
	"strings"
	"testing"

	"tinyhouse/engine/rules"
	"tinyhouse/protocol"
	"tinyhouse/protocol/protocoltest"
	"tinyhouse/protocol/uci"
)

// TestNoFiles checks that a session for clients that are not trusted names no files and limits what
// it keeps, and that the offered number of threads has its limit.
func TestNoFiles(t *testing.T) {
	d, _ := protocoltest.Serve(t, protocol.Config{Backend: protocoltest.Engine(t), Catalog: rules.Builtin(), Variant: rules.Default,
		Dialects: map[string]protocol.Dialect{"uci": uci.Dialect{}}, Dialect: "uci", NoFiles: true, MaxThreads: 2})
	ask := func(lines ...string) string {
		t.Helper()
		if err := d.Send(append(lines, "isready")...); err != nil {
			t.Fatal(err)
		}
		said, err := d.Until("readyok")
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(said, "\n")
	}
	said := ask("uci")
	for _, word := range []string{"Path", "File", "TablebaseCache"} {
		if strings.Contains(said, word) {
			t.Errorf("an option names a file: %s", said)
		}
	}
	if !strings.Contains(said, "name Threads type spin default 1 min 1 max 2\n") {
		t.Error(said)
	}
	for _, line := range []string{"setoption name VariantPath value /etc/passwd", "load /etc/passwd", "check /etc/passwd"} {
		if said := ask(line); strings.Contains(said, "passwd: ") || !strings.Contains(said, "No such option") && !strings.Contains(said, "reads no files") {
			t.Errorf("%s: %s", line, said)
		}
	}
	var text strings.Builder
	text.WriteString("load <<EOF\n")
	for i := range 600 {
		fmt.Fprintf(&text, "[v%d:chess]\n", i)
	}
	text.WriteString("EOF")
	if said := ask(text.String()); !strings.Contains(said, "want at most 500") {
		t.Errorf("600 variants: %s", said)
	}
}
