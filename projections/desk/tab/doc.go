//go:build !js

// Command tab is the desk in a tab of a browser; see main_js.go. It is built for GOOS=js and does nothing elsewhere.
package main

func main() {}
