// Command tinyhouse plays, analyses and solves small chess variants. Without a subcommand it is
// an engine that speaks UCI on its standard input and output; README.md shows the rest.
//
// This package reads flags, connects the other packages and turns errors into exit statuses:
// 0 for success, 1 for failure, 2 for wrong usage.
package main

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"tinyhouse/cmd/tinyhouse/internal/terminal"
)

const version = "0.1"

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// run executes the command that args name and returns the exit status. SIGINT and SIGTERM cancel
// the context of the command.
func run(args []string, in io.Reader, out, errOut io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	checked := &terminal.Output{Writer: out}
	a := &app{ctx: ctx, in: in, out: checked, errOut: errOut}
	root := a.rootCommand()
	root.SetArgs(longFlags(args))
	root.SetIn(in)
	root.SetOut(checked)
	root.SetErr(errOut)
	err := checked.Failed(root.ExecuteContext(ctx))
	if err == nil {
		return 0
	}
	if errors.Is(err, context.Canceled) {
		err = errors.New("interrupted")
	}
	fmt.Fprintf(errOut, "%s: %v\n", root.Name(), err)
	var usage usageError
	if errors.As(err, &usage) {
		return 2
	}
	return 1
}

// rootCommand returns the command without a name, which speaks UCI, and its subcommands.
func (a *app) rootCommand() *cobra.Command {
	cobra.MousetrapHelpText = "" // lets a GUI on Windows start the engine
	root := &cobra.Command{
		Use:   "tinyhouse",
		Short: "Play, analyse and solve small chess variants",
		Long: `An engine and exact solver for small chess variants. Without a command it speaks UCI on standard
input and output. Results go to standard output, progress and the log to standard error.

The exit status is 0 after success, 1 after a failure, and 2 if the command line is wrong.`,
		Example:       "  tinyhouse variants\n  tinyhouse play\n  tinyhouse help perft",
		Version:       version,
		Args:          noArgs,
		RunE:          func(c *cobra.Command, _ []string) error { return a.speak(c, "uci") },
		SilenceErrors: true,
		SilenceUsage:  true,

		PersistentPreRunE: func(c *cobra.Command, _ []string) error {
			return cmp.Or(refuseEmpty(c.Flags()), a.startLog())
		},
	}
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetFlagErrorFunc(flagError)
	a.addVariant(root.Flags())
	a.addLog(root.PersistentFlags())
	root.AddCommand(a.protocolCommands()...)
	root.AddCommand(a.perftCommand(), a.benchCommand(), a.solveCommand(), a.verifyCommand(),
		a.probeCommand(), a.statsCommand(), a.variantsCommand(), a.checkCommand(), a.versionCommand(),
		a.analyzeCommand(), a.playCommand(), a.matchCommand(), a.convertCommand(), a.serveCommand(), a.trainCommand())
	for _, c := range root.Commands() {
		c.Example = examplesOf(c.CommandPath())
	}
	return root
}

// exampleLines holds command lines, one per line.
//
//go:embed examples.txt
var exampleLines string

// examplesOf returns the examples of a command, as its help shows them.
func examplesOf(command string) string {
	var lines []string
	for line := range strings.Lines(exampleLines) {
		if strings.HasPrefix(line, command+" ") || line == command+"\n" {
			lines = append(lines, "  "+strings.TrimSpace(line))
		}
	}
	return strings.Join(lines, "\n")
}

// longFlags returns args with -name replaced by --name: GUIs and their users write both.
func longFlags(args []string) []string {
	long := slices.Clone(args)
	for i, arg := range args {
		if len(arg) > 2 && arg[0] == '-' && 'a' <= arg[1] && arg[1] <= 'z' {
			long[i] = "-" + arg
		}
	}
	return long
}

// usageError is an error of the command line: the exit status is 2.
type usageError struct{ error }

// noArgs refuses arguments that are not flags.
func noArgs(c *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return nil
	case c.HasParent():
		return usageError{fmt.Errorf("unexpected argument %.40q, see %s --help", args[0], c.CommandPath())}
	}
	return usageError{fmt.Errorf("unknown command %.40q%s, see %s --help", args[0], didYouMean(c, args[0]), c.CommandPath())}
}

// flagError adds what to do to an error of package pflag.
func flagError(c *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		name := "--" + unknown.GetSpecifiedName()
		var names cobra.Command // cobra suggests commands only
		c.Flags().VisitAll(func(f *pflag.Flag) {
			names.AddCommand(&cobra.Command{Use: "--" + f.Name, Run: func(*cobra.Command, []string) {}})
		})
		err = fmt.Errorf("unknown flag %s%s", name, didYouMean(&names, name))
	}
	return usageError{fmt.Errorf("%w, see %s --help", err, c.CommandPath())}
}

// didYouMean returns " (did you mean a or b?)" if subcommands of c have names like word, else "".
func didYouMean(c *cobra.Command, word string) string {
	c.SuggestionsMinimumDistance = min(len(strings.Trim(word, "-"))/2, 2)
	if like := c.SuggestionsFor(word); len(like) > 0 {
		return fmt.Sprintf(" (did you mean %s?)", strings.Join(like, " or "))
	}
	return ""
}

// refuseEmpty returns an error if a flag was set to an empty text, which means nothing.
func refuseEmpty(flags *pflag.FlagSet) (err error) {
	flags.Visit(func(f *pflag.Flag) {
		empty := f.Value.Type() == "string" && f.Value.String() == ""
		if list, ok := f.Value.(pflag.SliceValue); ok {
			empty = slices.Contains(list.GetSlice(), "")
		}
		if empty {
			name, _ := pflag.UnquoteUsage(f)
			err = usageError{fmt.Errorf("--%s is empty: want %s", f.Name, name)}
		}
	})
	return err
}
