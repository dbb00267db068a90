package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"net"

	"github.com/rs/zerolog"
	"github.com/spf13/cobra"

	"tinyhouse/cmd/internal/lookup"
	"tinyhouse/cmd/tinyhouse/internal/serve"
	"tinyhouse/tb/embedded"
	"tinyhouse/web"
)

func (a *app) serveCommand() *cobra.Command {
	var f serve.Flags
	var tables []string
	c := &cobra.Command{
		Use:   "serve",
		Short: "Serve the board and the table API over HTTP",
		Long:  serve.Help,
		Args:  noArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return a.serve(c.Context(), &f, tables) },
	}
	own := flag.NewFlagSet("serve", flag.ContinueOnError)
	f.Add(own)
	flags := c.Flags()
	flags.AddGoFlagSet(own)
	addTables(flags, &tables)
	a.addVariants(flags)
	return c
}

// serve opens the tables and answers requests until ctx ends.
func (a *app) serve(ctx context.Context, f *serve.Flags, tables []string) error {
	c, err := f.Check()
	if err != nil {
		return usageError{err}
	}
	catalog, err := a.catalog()
	if err != nil {
		return err
	}
	set, err := a.openFiles(tables)
	if err != nil {
		return err
	}
	defer set.Close()
	if err := set.AddAll(embedded.All); err != nil {
		return err
	}
	c.Library, c.Version, c.Log = lookup.NewLibrary(catalog, set), version, log.New(logWriter{a.log}, "", 0)
	if c.Site, err = f.OpenSite(web.Site()); err != nil {
		return err
	}
	server, err := serve.New(c)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", f.Listen)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(a.out, "listening on http://%s\n", listener.Addr()); err != nil {
		listener.Close()
		return err
	}
	err = server.Serve(ctx, listener)
	a.log.Info().Msg("serve: stopped")
	return err
}

// logWriter writes the lines of a log.Logger to the log of the program.
type logWriter struct{ log zerolog.Logger }

func (w logWriter) Write(line []byte) (int, error) {
	w.log.Warn().Msg(string(line[:max(len(line)-1, 0)]))
	return len(line), nil
}
