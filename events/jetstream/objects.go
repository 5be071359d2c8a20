package jetstream

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"

	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"
)

// Nearly every blob fits into one message. The library reads such an object through a consumer of its own and writes it through a
// subscription of its own, which costs the server several times what the message does; these are read and written directly, in the
// library's layout (NATS ADR-20): any client finds the objects of the other. What has more messages, or is not as expected, is the library's.

// chunkSize is how much of an object the library puts into a message.
const chunkSize = 128 << 10

// chunkSubject is where the messages of an object lie.
func (s *Store) chunkSubject(nuid string) string {
	return fmt.Sprintf("$O.%s.C.%s", s.edition.of(blobBucket), nuid)
}

// metaSubject is where the description of an object lies.
func (s *Store) metaSubject(name string) string {
	return fmt.Sprintf("$O.%s.M.%s", s.edition.of(blobBucket), base64.URLEncoding.EncodeToString([]byte(name)))
}

// object reads an object. The errors are the library's.
func (s *Store) object(ctx context.Context, name string) ([]byte, error) {
	return again(ctx, s.timeout, func(ctx context.Context) ([]byte, error) { return s.askObject(ctx, name) })
}

func (s *Store) askObject(ctx context.Context, name string) ([]byte, error) {
	info, err := s.blobs.GetInfo(ctx, name)
	if err != nil {
		return nil, err
	}
	if info.Chunks == 1 {
		m, err := s.objects.GetLastMsgForSubject(ctx, s.chunkSubject(info.NUID))
		if err == nil && uint64(len(m.Data)) == info.Size && objectDigest(m.Data) == info.Digest {
			return m.Data, nil
		}
		if ctx.Err() != nil {
			return nil, err
		}
	}
	return s.blobs.GetBytes(ctx, name) // a copy that lags behind on a cluster, or damage: it will tell
}

// putObject writes an object of a name under which there is none.
func (s *Store) putObject(ctx context.Context, name string, data []byte) error {
	if len(data) == 0 || len(data) > chunkSize {
		_, err := s.blobs.PutBytes(ctx, name, data)
		return err
	}
	nuid := rand.Text()
	info, err := json.Marshal(natsjs.ObjectInfo{
		ObjectMeta: natsjs.ObjectMeta{Name: name, Opts: &natsjs.ObjectMetaOptions{ChunkSize: chunkSize}},
		Bucket:     s.edition.of(blobBucket), NUID: nuid, Size: uint64(len(data)), Chunks: 1, Digest: objectDigest(data),
	})
	if err != nil {
		return err
	}
	meta := nats.NewMsg(s.metaSubject(name))
	meta.Header.Set(natsjs.MsgRollup, natsjs.MsgRollupSubject)
	meta.Data = info
	chunk := nats.NewMsg(s.chunkSubject(nuid))
	chunk.Data = data
	var acks [2]natsjs.PubAckFuture
	for i, m := range [...]*nats.Msg{chunk, meta} { // in this order: whoever finds the description finds the object
		if acks[i], err = s.js.PublishMsgAsync(m); err != nil {
			return err
		}
	}
	for _, ack := range acks {
		select {
		case <-ack.Ok():
		case err := <-ack.Err():
			return err
		case <-ctx.Done():
			return nats.ErrTimeout // as the library says it
		}
	}
	return nil
}

// objectDigest is the digest in the description of an object.
func objectDigest(data []byte) string {
	sum := sha256.Sum256(data)
	return "SHA-256=" + base64.URLEncoding.EncodeToString(sum[:])
}
