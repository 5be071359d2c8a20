package jetstream_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"

	"fieldpost/events"
	"fieldpost/events/blob"
)

// TestBlobsAreObjects: blobs that are written directly are objects to any client, and the other way round, however many messages they take. One
// whose message is gone is damaged, and whole again once it is put again.
func TestBlobsAreObjects(t *testing.T) {
	url := external(t, t.TempDir(), true)
	s := connect(t, url)
	defer closeStore(t, s)
	nc, err := nats.Connect(url)
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	js, err := natsjs.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	objects, err := js.ObjectStore(t.Context(), "BLOBS")
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range []int{0, 1, 1000, 128 << 10, 300_000} {
		data := noise(size)
		digest, err := s.Put(t.Context(), data)
		if err != nil {
			t.Fatal(err)
		}
		stored, err := objects.GetBytes(t.Context(), digest.String())
		if err != nil {
			t.Fatalf("%d bytes: another client: %v", size, err)
		}
		if got, err := blob.Unpack(stored, digest); err != nil || !bytes.Equal(got, data) {
			t.Errorf("%d bytes: another client reads something else: %v", size, err)
		}
		info, err := objects.GetInfo(t.Context(), digest.String())
		if err != nil || info.Size != uint64(len(stored)) || info.Opts == nil || info.Opts.ChunkSize != 128<<10 {
			t.Errorf("%d bytes: described as %+v, %v", size, info, err)
		}
		theirs := append(noise(size), 'x')
		p := events.Wrap(theirs)
		if _, err := objects.PutBytes(t.Context(), p.Digest.String(), blob.Packed(p)); err != nil {
			t.Fatal(err)
		}
		if got, err := s.Get(t.Context(), p.Digest); err != nil || !bytes.Equal(got, theirs) {
			t.Errorf("%d bytes of another client: %v", size, err)
		}
	}
	data := noise(500)
	digest, err := s.Put(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	info, err := objects.GetInfo(t.Context(), digest.String())
	if err != nil {
		t.Fatal(err)
	}
	stream, err := js.Stream(t.Context(), "OBJ_BLOBS")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := js.Publish(t.Context(), "$O.BLOBS.C."+info.NUID, []byte("other")); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Get(t.Context(), digest); !errors.Is(err, events.ErrDamaged) {
		t.Errorf("with a foreign message: %v", err)
	}
	if _, err := s.Put(t.Context(), data); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Get(t.Context(), digest); err != nil || !bytes.Equal(got, data) {
		t.Errorf("put again: %v", err)
	}
	if again, err := stream.Info(t.Context(), natsjs.WithSubjectFilter("$O.BLOBS.C."+info.NUID)); err != nil || again.State.Subjects["$O.BLOBS.C."+info.NUID] > 0 {
		t.Errorf("of the damaged object stays %v, %v", again, err)
	}
}

// noise is data that no compression makes smaller, the same at every call.
func noise(size int) []byte {
	out, x := make([]byte, size), uint64(size)+1
	for i := range out {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
		out[i] = byte(x)
	}
	return out
}
