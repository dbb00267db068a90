// Command tinyhouse plays small chess variants. Without a subcommand it is an engine that
// speaks UCI on its standard input and output; README.md shows the rest.
//
// This package only reads flags, wires the other packages and turns errors into exit
// statuses: 0 for success, 1 for failure, 2 for wrong usage.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"

	"github.com/spf13/cobra"
)

// version is what the program calls itself by.
const version = "0.1"

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// run is main with everything it touches as parameters; it returns the exit status.
// Interrupts cancel the command's context.
func run(args []string, in io.Reader, out, errOut io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	a := &app{in: in, out: out, errOut: errOut}
	root := a.rootCommand()
	root.SetArgs(longFlags(args))
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errOut)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return 0
	}
	if err == context.Canceled {
		err = errors.New("interrupted")
	}
	fmt.Fprintf(errOut, "%s: %v\n", root.Name(), err)
	var usage usageError
	if errors.As(err, &usage) {
		return 2
	}
	return 1
}

// rootCommand returns the command without a name, which is the protocol loop, and those
// below it.
func (a *app) rootCommand() *cobra.Command {
	cobra.MousetrapHelpText = "" // a GUI may start the engine any way it likes
	root := &cobra.Command{
		Use:           "tinyhouse",
		Short:         "Play and analyse small chess variants",
		Long:          "An engine for small chess variants. Without a command it speaks UCI on its standard input and output.",
		Version:       version,
		Args:          noArgs,
		RunE:          a.runUCI,
		SilenceErrors: true,
		SilenceUsage:  true,

		PersistentPreRunE: func(*cobra.Command, []string) error { return a.startLog() },
	}
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	a.addCommonFlags(root.PersistentFlags())
	root.AddCommand(a.protocolCommands()...)
	root.AddCommand(a.perftCommand(), a.benchCommand(), a.solveCommand(), a.verifyCommand(),
		a.probeCommand(), a.statsCommand(), a.variantsCommand(), a.checkCommand(), a.versionCommand(),
		a.analyzeCommand(), a.playCommand(), a.matchCommand(), a.convertCommand())
	return root
}

// longFlags returns args with two dashes before every flag of more than a letter, however
// many were typed: GUIs and their users write -variant as well as --variant.
func longFlags(args []string) []string {
	long := slices.Clone(args)
	for i, arg := range args {
		if len(arg) > 2 && arg[0] == '-' && 'a' <= arg[1] && arg[1] <= 'z' {
			long[i] = "-" + arg
		}
	}
	return long
}

// usageError is an error in how the program was called, as opposed to one in what it did:
// it decides the exit status.
type usageError struct{ error }

// noArgs refuses words that are no flags.
func noArgs(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return usageError{fmt.Errorf("unknown command %.40q, see %s --help", args[0], c.CommandPath())}
}
