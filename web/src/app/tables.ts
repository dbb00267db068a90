/** Fetches the tables of a variant that come with the site, each once. */
export class Tables {
  private done = new Set<string>();

  async fetch(variant: string, add: (name: string, bytes: ArrayBuffer) => Promise<void>): Promise<boolean> {
    if (this.done.has(variant)) return false;
    this.done.add(variant);
    const files = SITE.tables.filter((t) => t.variant === variant);
    await Promise.all(files.map(async ({ file }) => {
      const response = await fetch(new URL(file, document.baseURI));
      if (response.ok) await add(file, await response.arrayBuffer());
    }));
    return files.length > 0;
  }
}
