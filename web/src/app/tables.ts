/** Tables fetches the tables of a variant that come with the site, each once. */
export class Tables {
  private fetched = new Map<string, Promise<void>>();

  /** Add opens a table; done is called once, after the last of them. All calls for a variant return one promise. */
  fetch(variant: string, add: (name: string, bytes: ArrayBuffer) => Promise<void>, done: () => Promise<void>): Promise<void> {
    const files = SITE.tables.filter((t) => t.variant === variant);
    const before = this.fetched.get(variant);
    if (before || files.length === 0) return before ?? Promise.resolve();
    const all = Promise.all(files.map(async ({ file }) => {
      const response = await fetch(new URL(file, document.baseURI));
      if (response.ok) await add(file, await response.arrayBuffer());
    })).then(done);
    this.fetched.set(variant, all);
    all.catch(() => this.fetched.delete(variant));
    return all;
  }
}
