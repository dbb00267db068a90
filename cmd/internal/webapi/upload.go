package webapi

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"sync"

	"tinyhouse/cmd/internal/lookup"
	"tinyhouse/tb/certificate"
	"tinyhouse/tb/container"
)

// The limits of uploaded certificates. Each takes its bytes, and up to 16 MiB of unpacked blocks.
const (
	MaxUpload  = 4 << 20 // bytes of a file
	maxUploads = 4       // files
)

// uploads are the certificates that clients have sent.
type uploads struct {
	mu    sync.Mutex
	files []upload // the last used last
}

type upload struct {
	id   string
	file *certificate.File
}

// get returns the certificate with an id, or nil.
func (u *uploads) get(id string) *certificate.File {
	u.mu.Lock()
	defer u.mu.Unlock()
	i := slices.IndexFunc(u.files, func(o upload) bool { return o.id == id })
	if i < 0 {
		return nil
	}
	found := u.files[i]
	u.files = append(slices.Delete(u.files, i, i+1), found)
	return found.file
}

// add adds a certificate. One too many drops the one that was not asked for the longest.
func (u *uploads) add(added upload) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.files = append(slices.DeleteFunc(u.files, func(o upload) bool { return o.id == added.id }), added)
	u.files = slices.Delete(u.files, 0, max(0, len(u.files)-maxUploads))
}

// Upload opens the certificate in data, which must not change any more, for later requests by the id in
// the description. It reads all of it: damage is an error. The name is for errors. After a few other
// uploads the certificate is no longer open.
func (a *API) Upload(ctx context.Context, name string, data []byte) (*lookup.Certificate, error) {
	if len(data) > MaxUpload {
		return nil, fmt.Errorf("certificate %.80q: more than %d bytes", name, MaxUpload)
	}
	f, err := certificate.Read(container.NewSource(bytes.NewReader(data), int64(len(data)), name), nil)
	if err != nil {
		return nil, err
	}
	if err := f.Check(ctx); err != nil {
		return nil, err
	}
	// The digest in the footer would not do: the blocks of another certificate may differ on purpose.
	id := fmt.Sprintf("sha256:%x", sha256.Sum256(data))
	d, err := lookup.Describe(f, id)
	if err == nil {
		a.uploads.add(upload{id, f})
	}
	return d, err
}
