package main

import (
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// The parts of SPDX 2.3 that a bill of materials needs (https://spdx.github.io/spdx-spec/v2.3/).
type (
	document struct {
		Version       string         `json:"spdxVersion"`
		License       string         `json:"dataLicense"`
		ID            string         `json:"SPDXID"`
		Name          string         `json:"name"`
		Namespace     string         `json:"documentNamespace"`
		Creation      creation       `json:"creationInfo"`
		Describes     []string       `json:"documentDescribes"`
		Packages      []spdxPackage  `json:"packages"`
		Files         []spdxFile     `json:"files"`
		Relationships []relationship `json:"relationships"`
	}
	creation struct {
		Created  string   `json:"created"`
		Creators []string `json:"creators"`
	}
	spdxPackage struct {
		ID        string      `json:"SPDXID"`
		Name      string      `json:"name"`
		Version   string      `json:"versionInfo"`
		Download  string      `json:"downloadLocation"`
		Analyzed  bool        `json:"filesAnalyzed"`
		Purpose   string      `json:"primaryPackagePurpose"`
		Source    string      `json:"sourceInfo,omitempty"`
		Concluded string      `json:"licenseConcluded"`
		Declared  string      `json:"licenseDeclared"`
		Copyright string      `json:"copyrightText"`
		Refs      []reference `json:"externalRefs,omitempty"`
	}
	spdxFile struct {
		ID        string     `json:"SPDXID"`
		Name      string     `json:"fileName"`
		Types     []string   `json:"fileTypes"`
		Checksums []checksum `json:"checksums"`
		Concluded string     `json:"licenseConcluded"`
		Copyright string     `json:"copyrightText"`
	}
	checksum struct {
		Algorithm string `json:"algorithm"`
		Value     string `json:"checksumValue"`
	}
	reference struct {
		Category string `json:"referenceCategory"`
		Type     string `json:"referenceType"`
		Locator  string `json:"referenceLocator"`
	}
	relationship struct {
		From string `json:"spdxElementId"`
		Type string `json:"relationshipType"`
		To   string `json:"relatedSpdxElement"`
	}
)

const (
	documentID = "SPDXRef-DOCUMENT"
	programID  = "SPDXRef-Package-" + name
	none       = "NOASSERTION"
)

// writeBill writes the bill of materials: the program, the modules in it and the archives.
func (r *release) writeBill(path string) error {
	d := &document{
		Version: "SPDX-2.3", License: "CC0-1.0", ID: documentID, Name: r.title(),
		Namespace: fmt.Sprintf("https://spdx.org/spdxdocs/%s-%s", r.title(), r.commit),
		Creation:  creation{r.time.Format(time.RFC3339), []string{"Tool: " + name + "-scripts-release"}},
		Describes: []string{programID},
		Packages: []spdxPackage{{ID: programID, Name: name, Version: r.version, Download: none, Purpose: "APPLICATION",
			Source: "built from commit " + r.commit + " by " + r.compiler, Concluded: "MIT", Declared: "MIT", Copyright: none}},
		Relationships: []relationship{{documentID, "DESCRIBES", programID}},
	}
	d.depend("stdlib", spdxPackage{Name: "stdlib", Version: strings.TrimPrefix(r.compiler, "go"), Download: "https://go.dev/dl/",
		Refs: purl("pkg:golang/stdlib@" + strings.TrimPrefix(r.compiler, "go"))})
	for i, m := range r.modules {
		hash, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(m.Sum, "h1:"))
		if err != nil {
			return fmt.Errorf("%s: sum %q: %w", m.Path, m.Sum, err)
		}
		d.depend(fmt.Sprint(i+1), spdxPackage{Name: m.Path, Version: m.Version, Download: "https://proxy.golang.org/" + m.Path + "/@v/" + m.Version + ".zip",
			Source: fmt.Sprintf("SHA-256 of the list of its files, as in go.sum (h1): %x", hash),
			Refs:   purl("pkg:golang/" + m.Path + "@" + m.Version)})
	}
	for i, archive := range r.archives {
		if err := d.contain(fmt.Sprint(i+1), filepath.Join(r.out, archive)); err != nil {
			return err
		}
	}
	text, err := json.MarshalIndent(d, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(r.out, path), append(text, '\n'), 0o666)
}

// depend adds a module that the program depends on.
func (d *document) depend(id string, p spdxPackage) {
	p.ID = "SPDXRef-Module-" + id
	p.Purpose, p.Concluded, p.Declared, p.Copyright = "LIBRARY", none, none, none
	d.Packages = append(d.Packages, p)
	d.Relationships = append(d.Relationships, relationship{programID, "DEPENDS_ON", p.ID})
}

// contain adds an archive with the program.
func (d *document) contain(id, path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	f := spdxFile{ID: "SPDXRef-Archive-" + id, Name: "./" + filepath.Base(path), Types: []string{"ARCHIVE"}, Concluded: none, Copyright: none,
		// SPDX 2.3 demands SHA-1; SHA256SUMS is what to check.
		Checksums: []checksum{{"SHA1", fmt.Sprintf("%x", sha1.Sum(data))}, {"SHA256", fmt.Sprintf("%x", sha256.Sum256(data))}}}
	d.Files = append(d.Files, f)
	d.Relationships = append(d.Relationships, relationship{f.ID, "GENERATED_FROM", programID})
	return nil
}

// purl returns a reference to a package URL.
func purl(locator string) []reference { return []reference{{"PACKAGE-MANAGER", "purl", locator}} }
