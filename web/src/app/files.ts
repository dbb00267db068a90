/** Saves a text as a file of the user's. */
export function saveFile(name: string, text: string, type = "text/plain"): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

interface Kind {
  ends: RegExp;
  take: (files: File[]) => void;
}

/** FileDrop takes files that are dropped on the page. A text that is dragged into a box is none of its business. */
export class FileDrop {
  private kinds: Kind[] = [];

  /** Refuse is told of files of no known kind. */
  constructor(private refuse: (text: string) => void) {
    window.addEventListener("dragover", (event) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    });
    window.addEventListener("drop", (event) => this.drop(event));
  }

  /** Passes on files whose names have an ending. */
  accept(ends: RegExp, take: (files: File[]) => void): void {
    this.kinds.push({ ends, take });
  }

  private drop(event: DragEvent): void {
    const files = [...(event.dataTransfer?.files ?? [])];
    const [first] = files;
    if (!first) return;
    event.preventDefault();
    const isKnown = ({ name }: File): boolean => this.kinds.some(({ ends }) => ends.test(name));
    this.refuse(files.some(isKnown) ? "" : `“${first.name}”: want a file of games (.pgn, .txt), variants (.ini), tables (.tht) or a certificate (.thc).`);
    for (const { ends, take } of this.kinds) {
      const some = files.filter(({ name }) => ends.test(name));
      if (some.length) take(some);
    }
  }
}
