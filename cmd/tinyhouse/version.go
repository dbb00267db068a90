package main

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"
)

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Long:  "Print the version of the program, of the Go compiler, and the platform.",
		Args:  noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			_, err := fmt.Fprintf(a.out, "%s %s, %s for %s/%s\n", c.Root().Name(), version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return err
		},
	}
}
