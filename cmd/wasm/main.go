//go:build js && wasm

// Command wasm is the program as WebAssembly, for a worker of a web page. Its first argument is its
// role: "uci" speaks UCI, a line in each message; "rules" answers the requests of package webapi.
//
// It gives the worker an object tinyhouse with these functions:
//
//	receive(line)          passes a line to the session (uci)
//	answer(request, reply) calls reply with the answer to a request, both JSON (rules). Answers that take
//	                       long let others overtake them
//	addTable(name, bytes)  opens a table or a certificate, and returns an error or ""
//	openFile(name, size, read)  opens one of which read(offset, length) returns bytes, or a text that says
//	                       why there are none. Returns JSON: what the file is, or an error
//	removeFile(name)       closes the files of that name, and returns whether there were any
//	damage()               returns the errors that were found in files since the last call, "" for none (rules)
//
// The session uses another set of files from the next option UCI_Variant or TablebasePath on.
//
// It holds no tables of its own, so that pages fetch those of their variant only.
//
// The file flags.txt has the flags of its build, one a line. They forbid inlining in packages that are not
// part of the search or of tables: the module is then 4 % smaller, and answers of the rules take a fifth longer.
package main

import (
	"context"
	"os"
	"syscall/js"

	"tinyhouse/cmd/internal/lookup"
	"tinyhouse/cmd/internal/webapi"
	"tinyhouse/engine"
	"tinyhouse/engine/base/eventloop"
	"tinyhouse/engine/board"
	"tinyhouse/engine/rules"
	"tinyhouse/protocol"
	"tinyhouse/protocol/uci"
)

const version = "0.1"

func main() {
	t := newTables()
	functions := map[string]any{"addTable": js.FuncOf(t.addTable), "openFile": js.FuncOf(t.openFile),
		"removeFile": js.FuncOf(t.removeFile), "damage": js.FuncOf(t.damage)}
	if len(os.Args) > 1 && os.Args[1] == "rules" {
		api := webapi.New(lookup.NewLibrary(rules.Builtin(), t.set))
		api.Certificates = t
		functions["answer"] = js.FuncOf(func(_ js.Value, args []js.Value) any {
			go func() {
				ctx := eventloop.Yielding(context.Background())
				args[1].Invoke(string(api.Answer(ctx, []byte(args[0].String()))))
			}()
			return nil
		})
		js.Global().Set("tinyhouse", functions)
		select {}
	}
	lines := newLines()
	functions["receive"] = js.FuncOf(func(_ js.Value, args []js.Value) any {
		lines.add(args[0].String())
		return nil
	})
	js.Global().Set("tinyhouse", functions)
	if err := speak(lines, t); err != nil {
		os.Stderr.WriteString(err.Error() + "\n")
	}
}

// speak runs a session of UCI until quit.
func speak(in *lines, t *tables) error {
	catalog := rules.Builtin()
	v, err := catalog.Get(rules.Default)
	if err != nil {
		return err
	}
	g, err := board.Compile(v)
	if err != nil {
		return err
	}
	e, err := engine.New(g, engine.DefaultOptions())
	if err != nil {
		return err
	}
	session, err := protocol.New(protocol.Config{
		ID:       protocol.ID{Name: "Tinyhouse " + version, Author: "the Tinyhouse authors"},
		In:       in,
		Out:      messages{},
		Backend:  e,
		Dialects: map[string]protocol.Dialect{"uci": uci.Dialect{}},
		Dialect:  "uci",
		Catalog:  catalog,
		Variant:  rules.Default,
		Bench:    engine.Bench,
		MaxHash:  maxHash,
		Tables:   t,
	})
	if err != nil {
		return err
	}
	return session.Run(context.Background())
}

// maxHash limits the option Hash, in MiB: the memory of a module has at most 4 GiB.
const maxHash = 1024
