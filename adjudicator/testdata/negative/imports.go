// Package negative imports what differs between machines or moments.
package negative

import (
	"fmt"
	"maps"      // want import
	"math/rand" // want import
	"net"       // want import
	"os"        // want import
	"reflect"   // want import
	"sync"      // want import
	"time"      // want import

	"filippo.io/edwards25519" // want import
)

var once sync.Once

func now() string {
	return fmt.Sprint(time.Now(), os.Getpid(), rand.Int(), net.IPv4len, reflect.TypeOf(1), maps.Clone(map[int]int{}), edwards25519.NewScalar())
}
