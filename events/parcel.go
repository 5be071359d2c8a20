package events

import (
	"context"
	"crypto/sha256"
)

// Parcel is a blob on its way into several stores. What one of them has packed for keeping, another that keeps the same form does not pack again.
type Parcel struct {
	Data   []byte
	Digest Hash   // of the data
	Packed []byte // the form in which it is kept; nil until a store has made it
}

// Wrap makes a parcel of data, which must not change any more.
func Wrap(data []byte) *Parcel { return &Parcel{Data: data, Digest: sha256.Sum256(data)} }

// Keeper is a store that takes parcels: what it keeps is what Put of the data keeps. It is not called with the same parcel from two goroutines.
type Keeper interface {
	Keep(ctx context.Context, p *Parcel) error
}

// PutParcel gives a parcel to a store, which packs the data for itself if it is no Keeper.
func PutParcel(ctx context.Context, to interface {
	Put(ctx context.Context, data []byte) (Hash, error)
}, p *Parcel) error {
	if k, ok := to.(Keeper); ok {
		return k.Keep(ctx, p)
	}
	_, err := to.Put(ctx, p.Data)
	return err
}
