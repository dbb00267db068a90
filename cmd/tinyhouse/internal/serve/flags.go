package serve

import (
	"flag"
	"fmt"
	"io/fs"
	"math"
	"net"
	"os"
	"time"

	"tinyhouse/engine"
)

// Help describes the command serve.
const Help = `Serve the board in the browser and the HTTP API to tables, proofs and the engine, until SIGINT or
SIGTERM. The first line of standard output is the address, once the server answers. docs/api.md
describes the API.`

// Flags are the flags of the command serve.
type Flags struct {
	Listen string
	Folder string // of a built site, "" for the one in the program
	Config
}

// Add defines the flags.
func (f *Flags) Add(flags *flag.FlagSet) {
	more := func(list *[]string) func(string) error {
		return func(text string) error {
			*list = append(*list, text)
			return nil
		}
	}
	flags.StringVar(&f.Listen, "listen", "127.0.0.1:8080", "listen on `HOST:PORT`; port 0 is any free one")
	flags.StringVar(&f.Folder, "site", "", "serve the site in `FOLDER`, as scripts/site.sh builds it, with the engine for browsers")
	flags.Func("allow-origin", "let pages of `ORIGIN` start searches and sessions, * for any; may be repeated", more(&f.AllowOrigins))
	flags.Func("host", "`NAME` by which clients call this server, beside localhost and addresses; may be repeated", more(&f.Hosts))
	flags.Float64Var(&f.Rate, "rate", 10, "allow `N` requests a second from each address of another machine; 0: no limit")
	flags.IntVar(&f.MaxSearches, "max-searches", 4, "run at most `N` analyses at a time")
	flags.IntVar(&f.MaxSessions, "max-sessions", 8, "keep at most `N` UCI sessions at a time")
	flags.IntVar(&f.MaxConns, "max-connections", 4096, "keep at most `N` connections at a time")
	flags.IntVar(&f.MaxHash, "max-hash", 64, "give each search and session a hash table of at most `MIB`")
	flags.IntVar(&f.MaxThreads, "max-threads", 1, "give each search and session at most `N` threads")
	flags.DurationVar(&f.MaxTime, "max-time", 10*time.Minute, "end an analysis after `TIME`, such as 90s")
}

// OpenSite returns the files of the site that the flags name, or else those of the program.
func (f *Flags) OpenSite(own fs.FS) (fs.FS, error) {
	if f.Folder == "" {
		return own, nil
	}
	root, err := os.OpenRoot(f.Folder) // links do not lead out of it
	if err != nil {
		return nil, fmt.Errorf("--site: %w", err)
	}
	if _, err := fs.Stat(root.FS(), "index.html"); err != nil {
		return nil, fmt.Errorf("--site %s: has no index.html: want a folder that scripts/site.sh has built", f.Folder)
	}
	return root.FS(), nil
}

// Check returns the configuration of the flags, or an error that names the first bad value.
func (f *Flags) Check() (Config, error) {
	c := f.Config
	for _, n := range []struct {
		name      string
		got, most int
	}{
		{"max-searches", c.MaxSearches, 1000}, {"max-sessions", c.MaxSessions, 1000}, {"max-connections", c.MaxConns, 1_000_000},
		{"max-hash", c.MaxHash, engine.MaxHash}, {"max-threads", c.MaxThreads, engine.MaxThreads},
	} {
		if n.got < 1 || n.got > n.most {
			return c, fmt.Errorf("--%s %d: want 1 to %d", n.name, n.got, n.most)
		}
	}
	switch {
	case c.Rate < 0 || math.IsNaN(c.Rate) || math.IsInf(c.Rate, 0):
		return c, fmt.Errorf("--rate %v: want 0 or more", c.Rate)
	case c.Rate == 0:
		c.Rate = -1
	}
	if c.MaxTime <= 0 {
		return c, fmt.Errorf("--max-time %v: want more than 0", c.MaxTime)
	}
	if _, err := newPolicy(c.AllowOrigins); err != nil {
		return c, fmt.Errorf("--allow-origin: %w", err)
	}
	host, _, err := net.SplitHostPort(f.Listen)
	if err != nil {
		return c, fmt.Errorf("--listen %.60q: want a host and a port, such as 127.0.0.1:8080", f.Listen)
	}
	if host != "" {
		c.Hosts = append([]string{host}, c.Hosts...)
	}
	return c, nil
}
