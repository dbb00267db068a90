package webapi

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tinyhouse/cmd/internal/lookup"
	"tinyhouse/engine/rules"
	"tinyhouse/tb"
)

// proofs returns an API that knows a certificate as of a server, and no values.
func proofs(t *testing.T) *API {
	t.Helper()
	set := tb.NewSet(1 << 20)
	t.Cleanup(func() { set.Close() })
	for _, name := range []string{"tinyhouse-d1c2.thc", "tinyhouse-a1b2-d3d2.thc"} {
		if err := set.Open(filepath.Join("../../../tb/proofs", name)); err != nil {
			t.Fatal(err)
		}
	}
	a := New(nil)
	a.Certificates = lookup.NewLibrary(rules.Builtin(), set)
	return a
}

const d1c2 = "tinyhouse-d1c2"

// TestProof walks the longest replies from the root of a certificate.
func TestProof(t *testing.T) {
	a := proofs(t)
	var all []lookup.Certificate
	ask(t, a, Request{Op: "certificates"}, &all)
	if len(all) != 2 || all[0].ID != d1c2 && all[1].ID != d1c2 {
		t.Fatalf("%+v", all)
	}
	var c lookup.Certificate
	ask(t, a, Request{Op: "certificate", Certificate: d1c2}, &c)
	if c.Variant != "tinyhouse" || c.Turn != "b" || c.Claim.Value != "win" || *c.Claim.Plies != 9 || c.Records != 23 || c.Bytes != 891 || len(c.Digest) != 64 {
		t.Errorf("%+v", c)
	}
	var moves []string
	for plies := 9; ; plies -= 2 {
		r := Request{Op: "proof", Certificate: d1c2, Text: c.Root, Moves: moves}
		var n, after lookup.Node
		ask(t, a, r, &n)
		if n.Claim == nil || *n.Plies > plies {
			t.Fatalf("%v: %+v, want a win in at most %d", moves, n, plies)
		}
		r.Op = "verify-node"
		var step lookup.Replay
		if ask(t, a, r, &step); !step.Record || step.Fault != "" || step.Outside != 0 || step.Records+step.Over != len(n.Replies) {
			t.Errorf("%v: %+v", moves, step)
		}
		over := 0
		for _, r := range n.Replies {
			if r.Status == "over" {
				over++
			}
		}
		if step.Over != over {
			t.Errorf("%v: %+v, want %d over", moves, step, over)
		}
		moves = append(moves, n.Move.UCI)
		ask(t, a, Request{Op: "proof", Certificate: d1c2, Text: c.Root, Moves: moves}, &after)
		if n.Result != nil {
			if after.Result == nil || len(after.Replies) != 0 {
				t.Errorf("%v: %+v", moves, after)
			}
			break
		}
		if after.Claim != nil || !slices.EqualFunc(after.Replies, n.Replies, func(x, y lookup.Reply) bool { return x.UCI == y.UCI && x.Status == y.Status }) {
			t.Errorf("%v: %+v, want the replies of %+v", moves, after, n)
		}
		longest := slices.MaxFunc(n.Replies, func(x, y lookup.Reply) int { return *x.Plies - *y.Plies })
		if *longest.Plies > plies-2 {
			t.Errorf("%v: %+v", moves, longest)
		}
		moves = append(moves, longest.UCI)
	}
	if len(moves) != 9 {
		t.Errorf("%d moves: %v", len(moves), moves)
	}
	var step lookup.Replay
	if ask(t, a, Request{Op: "verify-node", Certificate: d1c2}, &step); step.Record || step.Records != 1 || step.Outside != 5 {
		t.Errorf("start position: %+v", step)
	}
}

// TestVerify checks certificates in parts.
func TestVerify(t *testing.T) {
	a := proofs(t)
	for id, want := range map[string]struct {
		records uint64
		plies   int
	}{d1c2: {23, 9}, "tinyhouse-a1b2-d3d2": {3746, 49}} {
		next, checked := uint64(0), uint64(0)
		var p lookup.Part
		for p.Root == nil {
			p = lookup.Part{}
			ask(t, a, Request{Op: "verify", Certificate: id, From: next}, &p)
			if p.Next <= next || p.Errors != 0 || p.Records != want.records {
				t.Fatalf("%s from %d: %+v", id, next, p)
			}
			next, checked = p.Next, checked+p.Checked
		}
		if checked != want.records || p.Root.Value != "win" || *p.Root.Plies != want.plies || *p.Root.Bound != "at least" {
			t.Errorf("%s: %d records, %+v", id, checked, p.Root)
		}
	}
}

// TestUpload opens certificates that clients send.
func TestUpload(t *testing.T) {
	a := New(nil)
	read := func(name string) []byte {
		data, err := os.ReadFile(filepath.Join("../../../tb/proofs", name))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	data := read("tinyhouse-d1c2.thc")
	c, err := a.Upload(t.Context(), "x.thc", data)
	if err != nil || c.Claim.Value != "win" || *c.Claim.Plies != 9 {
		t.Fatalf("%+v, %v", c, err)
	}
	for _, with := range []struct{ certificate, root, b4c2, rest string }{
		{c.ID, "win 9", "win 9", "unknown"}, {"", "unknown", "unknown", "unknown"}, {"other", "unknown", "unknown", "unknown"},
	} {
		var p Position
		p = Position{}
		ask(t, a, Request{Op: "position", Text: c.Root, Certificate: with.certificate}, &p)
		if want := map[bool]string{true: "certificate"}[with.certificate == c.ID]; p.Source != want {
			t.Errorf("%q: source %q, want %q", with.certificate, p.Source, want)
		}
		var n Notes
		ask(t, a, Request{Op: "annotate", Certificate: with.certificate, Game: &Game{Start: c.Root, Nodes: []Node{{}, {UCI: "b4c2"}}}}, &n)
		if want := map[string]string{"win 9": "loss 8", "unknown": "unknown"}[with.b4c2]; n.Nodes[0].Value != with.root || n.Nodes[1].Value != want {
			t.Errorf("%q: notes %+v, want %s, %s", with.certificate, n.Nodes, with.root, want)
		}
		if p.Value != with.root || len(p.Moves) != 7 {
			t.Errorf("%q: %s, %d moves", with.certificate, p.Value, len(p.Moves))
		}
		for _, m := range p.Moves {
			if want := map[bool]string{true: with.b4c2, false: with.rest}[m.UCI == "b4c2"]; m.Value != want {
				t.Errorf("%q: %s %s, want %s", with.certificate, m.UCI, m.Value, want)
			}
		}
	}
	var p Position
	if ask(t, a, Request{Op: "position", Variant: "thinchess", Certificate: c.ID}, &p); p.Value != "unknown" {
		t.Error(p.Value)
	}
	for _, r := range []Request{{Op: "proof", Certificate: "none"}, {Op: "verify", Certificate: "none"}, {Op: "certificate", Certificate: "none"}, {Op: "verify-node", Certificate: "none"}} {
		if got := failure(t, a, r); got != `certificate "none": not open` {
			t.Error(got)
		}
	}
	if got := failure(t, a, Request{Op: "proof", Certificate: c.ID, Variant: "thinchess"}); !strings.Contains(got, "for tinyhouse, not for thinchess") {
		t.Error(got)
	}
	if _, err := a.Upload(t.Context(), "big.thc", make([]byte, MaxUpload+1)); err == nil || !strings.Contains(err.Error(), "big.thc") {
		t.Error(err)
	}
	for i, name := range []string{"tinyhouse-a1b2-a4b3.thc", "tinyhouse-a2a3-a4b3.thc", "tinyhouse-b1b2-a4b3.thc", "tinyhouse-c1d3-a4b3.thc"} {
		if a.uploads.get(c.ID) == nil {
			t.Errorf("dropped after %d others", i)
		}
		if _, err := a.Upload(t.Context(), name, read(name)); err != nil {
			t.Error(err)
		}
		if i < maxUploads-2 {
			a.uploads.get(c.ID)
		}
	}
	if a.uploads.get(c.ID) == nil {
		t.Error("dropped, though it was asked for after others")
	}
	if len(a.uploads.files) != maxUploads {
		t.Errorf("%d files", len(a.uploads.files))
	}
}

// TestUploadDamaged flips one bit at a time, in every byte of a certificate. Each is found.
func TestUploadDamaged(t *testing.T) {
	data, err := os.ReadFile("../../../tb/proofs/tinyhouse-d1c2.thc")
	if err != nil {
		t.Fatal(err)
	}
	a := New(nil)
	for i := range data {
		bad := slices.Clone(data)
		bad[i] ^= 1 << (i % 8)
		if _, err := a.Upload(t.Context(), fmt.Sprint("byte ", i), bad); err == nil || !strings.Contains(err.Error(), fmt.Sprint("byte ", i)) {
			t.Errorf("byte %d: %v", i, err)
		}
	}
}
