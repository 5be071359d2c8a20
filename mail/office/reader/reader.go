// Package reader parses mails in a separate process: whatever a stranger tries, it costs only that process, which is ended and restarted, and not
// the server. The process gets mails one after the other on its input, each preceded by its length, and answers with what it understood. A mail
// that ends its process twice counts as unreadable ("mail.too-hard"), and only its sender is known; the next mail is read by another process.
//
//	r := reader.Own(log)                // the process will be this program, as "fieldpost read-mail"
//	understood, err := r.Read(ctx, raw) // starts it if it does not run
//	...
//	err = reader.Serve(os.Stdin, out)   // what "fieldpost read-mail" does, for no longer than 2 s and 64 MiB a mail
package reader

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"fieldpost/mail/message"
	"fieldpost/mail/office"
)

// What one mail may cost its reader: time of the processor, memory, and time by the clock, on a machine that is busy with other things.
const (
	readerCPU    = 2 * time.Second
	readerMemory = 64 << 20
	readerWait   = 20 * time.Second
)

// mostAnswer is the size that a reader's answer may have.
const mostAnswer = 32 << 20

// Process is the process that parses mails, as the server sees it. The zero value with Program set is ready; mails wait for one another.
type Process struct {
	Program string   // the program to start; "" reads in this process
	Args    []string // "read-mail"
	Env     []string // in addition to the environment
	Wait    time.Duration
	Log     *slog.Logger

	mu      sync.Mutex
	process *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	killed  int // processes ended so far
}

// Read parses a mail. A mail that crashes its reader twice counts as unreadable.
func (r *Process) Read(ctx context.Context, raw []byte) (office.Understood, error) {
	if r == nil || r.Program == "" {
		return office.Understand(raw), nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	var err error
	for range 2 {
		var u office.Understood
		if u, err = r.try(ctx, raw); err == nil {
			return u, nil
		}
		r.end()
		if ctx.Err() != nil {
			return office.Understood{}, ctx.Err()
		}
		r.Log.Warn("a mail was too much for its reader", "bytes", len(raw), "error", err)
	}
	if errors.Is(err, errNoReader) {
		return office.Understood{}, err // the machine's trouble, not the mail's
	}
	// only its sender is wanted now, and its head is small
	in, _ := message.Read(headOf(raw), message.Limits{})
	return office.Understood{In: in, Code: codeReader, Detail: err.Error()}, nil
}

// Own returns a reader whose process is this program.
func Own(log *slog.Logger) *Process {
	program, err := os.Executable()
	if err != nil {
		log.Warn("mails are read in the server itself: where this program lies is not known", "error", err)
		return nil
	}
	return &Process{Program: program, Args: []string{"read-mail"}, Log: log}
}

// codeReader is the fault of a mail that its reader did not survive.
const codeReader = "mail.too-hard"

var errNoReader = errors.New("no process can be started to read mails")

// headOf returns the header of a mail with nothing below it.
func headOf(raw []byte) []byte {
	raw = raw[:min(len(raw), message.DefaultLimits.HeaderBytes)]
	for i := 0; i+1 < len(raw); i++ {
		if raw[i] == '\n' && (raw[i+1] == '\n' || raw[i+1] == '\r') {
			return raw[:i+1]
		}
	}
	return raw
}

func (r *Process) try(ctx context.Context, raw []byte) (u office.Understood, err error) {
	if r.process == nil {
		if err := r.start(); err != nil {
			return u, fmt.Errorf("%w: %w", errNoReader, err)
		}
	}
	wait := r.Wait
	if wait <= 0 {
		wait = readerWait
	}
	process := r.process
	stop := context.AfterFunc(ctx, func() { process.Process.Kill() })
	defer stop()
	timer := time.AfterFunc(wait, func() { process.Process.Kill() })
	defer timer.Stop()
	var size [4]byte
	binary.BigEndian.PutUint32(size[:], uint32(len(raw)))
	if _, err := r.in.Write(append(size[:], raw...)); err != nil {
		return u, err
	}
	if _, err := io.ReadFull(r.out, size[:]); err != nil {
		return u, err
	}
	n := binary.BigEndian.Uint32(size[:])
	if n > mostAnswer {
		return u, fmt.Errorf("an answer of %d bytes", n)
	}
	answer := make([]byte, n)
	if _, err := io.ReadFull(r.out, answer); err != nil {
		return u, err
	}
	if err := json.Unmarshal(answer, &u); err != nil || u.In == nil {
		return u, fmt.Errorf("not an answer: %v", err)
	}
	return u, nil
}

func (r *Process) start() error {
	process := exec.Command(r.Program, r.Args...)
	process.Env = append(os.Environ(), r.Env...)
	in, err := process.StdinPipe()
	if err != nil {
		return err
	}
	out, err := process.StdoutPipe()
	if err != nil {
		return err
	}
	if err := process.Start(); err != nil {
		return err
	}
	r.process, r.in, r.out = process, in, bufio.NewReader(out)
	return nil
}

// end kills the process, if there is one, and waits for its end.
func (r *Process) end() {
	if r.process == nil {
		return
	}
	r.in.Close()
	r.process.Process.Kill()
	_ = r.process.Wait() // we know that it was killed
	r.process = nil
	r.killed++
}

// Close ends the process.
func (r *Process) Close() error {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.end()
	return nil
}

// Serve answers the mails of in on out. A watchdog ends the process when one mail costs too much.
func Serve(in io.Reader, out io.Writer) error {
	debug.SetMemoryLimit(readerMemory) // the collector works hard before the watchdog must
	watch := &watchdogOfMail{}
	go watch.run()
	input, output := bufio.NewReader(in), bufio.NewWriter(out)
	for {
		var size [4]byte
		if _, err := io.ReadFull(input, size[:]); err != nil {
			return nil // the server is gone, or done with us
		}
		raw := make([]byte, binary.BigEndian.Uint32(size[:]))
		if _, err := io.ReadFull(input, raw); err != nil {
			return nil
		}
		watch.begin()
		answer, err := json.Marshal(office.Understand(raw))
		watch.end()
		if err != nil {
			return err
		}
		binary.BigEndian.PutUint32(size[:], uint32(len(answer)))
		if _, err := output.Write(append(size[:], answer...)); err != nil {
			return nil
		}
		if err := output.Flush(); err != nil {
			return nil
		}
	}
}

// watchdogOfMail ends this process when a mail costs more than it may.
type watchdogOfMail struct {
	mu      sync.Mutex
	working bool
	from    time.Duration // processor time when the mail began
}

func (w *watchdogOfMail) begin() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.working, w.from = true, ProcessorTime()
}

func (w *watchdogOfMail) end() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.working = false
}

// Exit codes of a reader, for the operator's log.
const (
	exitTooLong = 11
	exitTooMuch = 12
)

func (w *watchdogOfMail) run() {
	for range time.Tick(20 * time.Millisecond) {
		w.mu.Lock()
		if w.working {
			if ProcessorTime()-w.from > readerCPU {
				os.Exit(exitTooLong)
			}
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			if m.HeapInuse+m.StackInuse > readerMemory {
				os.Exit(exitTooMuch)
			}
		}
		w.mu.Unlock()
	}
}

// started is when this process began: processor time is measured from it where the system does not report it.
var started = time.Now()
