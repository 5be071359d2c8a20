package main

import (
	"fmt"
	"os"
	"regexp"

	"fieldpost/mail/office/host"

	"github.com/goccy/go-yaml"
)

// ReadConfig reads a file over the defaults; a mistake is reported with line and column.
func ReadConfig(path string) (host.Config, error) {
	c := DefaultConfig()
	if path == "" {
		return c, nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return c, err
	}
	if err := yaml.UnmarshalWithOptions(data, &c, yaml.Strict()); err != nil {
		return c, fmt.Errorf("%s: %s", path, withoutPasswords(yaml.FormatError(err, false, true)))
	}
	return c, c.Check()
}

// DefaultConfig plays on one machine with nothing else installed.
func DefaultConfig() host.Config {
	c := host.Defaults()
	c.Commands = masterCommands
	return c
}

// secretInText finds what a configuration file holds of passwords, as the excerpt in a message about a mistake in it would show them.
var secretInText = regexp.MustCompile(`(?m)(password:[ \t]*)("[^"\n]*"?|'[^'\n]*'?|[^\s,}]+)|(://)[^\s"'/]*@`)

// withoutPasswords takes passwords out of a message.
func withoutPasswords(text string) string { return secretInText.ReplaceAllString(text, "$1$3***") }
