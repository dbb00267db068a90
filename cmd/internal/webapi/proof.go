package webapi

import (
	"context"
	"fmt"
	"time"

	"tinyhouse/cmd/internal/lookup"
	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
	"tinyhouse/engine/tablebase"
	"tinyhouse/tb/certificate"
	"tinyhouse/tb/index"
)

// Certificates are open certificates by their ids.
type Certificates interface {
	CertificateIDs() []string
	Certificate(id string) *certificate.File // nil if none has the id
}

// certificate returns the certificate of a request.
func (a *API) certificate(r *Request) (*certificate.File, error) {
	if f := a.uploads.get(r.Certificate); f != nil {
		return f, nil
	}
	if a.Certificates != nil {
		if f := a.Certificates.Certificate(r.Certificate); f != nil {
			return f, nil
		}
	}
	return nil, fmt.Errorf("certificate %.80q: not open", r.Certificate)
}

// ListCertificates describes the certificates that are open without being uploaded.
func (a *API) ListCertificates() []*lookup.Certificate {
	all := []*lookup.Certificate{}
	if a.Certificates == nil {
		return all
	}
	for _, id := range a.Certificates.CertificateIDs() {
		c, err := lookup.Describe(a.Certificates.Certificate(id), id)
		if err != nil { // the others can be read
			c = &lookup.Certificate{ID: id, Problem: err.Error()}
		}
		all = append(all, c)
	}
	return all
}

// CheckFile reads a whole certificate and describes it. An error is damage.
func (a *API) CheckFile(ctx context.Context, r *Request) (*lookup.Certificate, error) {
	f, err := a.certificate(r)
	if err != nil {
		return nil, err
	}
	if err := f.Check(ctx); err != nil {
		return nil, err
	}
	return lookup.Describe(f, r.Certificate)
}

// proved returns the certificate and the position of a request, which must be of its game.
func (a *API) proved(r *Request) (*certificate.File, *board.Position, error) {
	f, err := a.certificate(r)
	if err != nil {
		return nil, nil, err
	}
	l, err := a.play(r)
	if err != nil {
		return nil, nil, err
	}
	if index.RulesDigest(l.g) != f.RulesDigest() {
		return nil, nil, fmt.Errorf("certificate %.80q: for %s, not for %s", f.Name(), f.Game().Variant().Name, l.g.Variant().Name)
	}
	return f, &l.p, nil
}

// Proof returns the step of a proof at the position of a request.
func (a *API) Proof(r *Request) (*lookup.Node, error) {
	f, p, err := a.proved(r)
	if err != nil {
		return nil, err
	}
	return lookup.Proof(f, p)
}

// VerifyNode checks the step of a proof at the position of a request by the rules.
func (a *API) VerifyNode(r *Request) (*lookup.Replay, error) {
	f, p, err := a.proved(r)
	if err != nil {
		return nil, err
	}
	return lookup.CheckStep(f, p)
}

// The check of a part takes about partTime, and asks its context before every askEvery records.
const (
	partTime = 200 * time.Millisecond
	askEvery = 16
)

// Verify checks a part of a certificate, from the record that the request names on.
func (a *API) Verify(ctx context.Context, r *Request) (*lookup.Part, error) {
	f, err := a.certificate(r)
	if err != nil {
		return nil, err
	}
	end, asked := time.Time{}, 0
	return lookup.CheckPart(f, r.From, func() bool {
		if asked++; asked == 1 {
			end = time.Now().Add(partTime) // without what comes before the first record
		}
		return asked%askEvery == 0 && (ctx.Err() != nil || time.Now().After(end))
	})
}

// probing returns the prober for a request: with the uploaded certificate that it names.
func (a *API) probing(r *Request, g *board.Game) tablebase.Prober {
	f := a.uploads.get(r.Certificate)
	if f == nil || f.RulesDigest() != index.RulesDigest(g) {
		return a.prober
	}
	return proving{a.prober, f}
}

// proving is a prober with a further certificate.
type proving struct {
	tablebase.Prober // or nil
	file             *certificate.File
}

// Bounds returns what the prober and the certificate know together. Damage of the certificate, which
// was read when it was uploaded, is no knowledge.
func (p proving) Bounds(g *board.Game, at *board.Position) score.Bounds {
	all := score.Unknown
	if p.Prober != nil {
		all = p.Prober.Bounds(g, at)
	}
	b, err := p.file.Bounds(at)
	if err != nil {
		return all
	}
	if b.Lower.Compare(all.Lower) > 0 {
		all.Lower = b.Lower
	}
	if b.Upper.Compare(all.Upper) < 0 {
		all.Upper = b.Upper
	}
	return all
}
