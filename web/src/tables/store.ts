/** What is known of a file on the device. */
export interface About {
  /** Where it comes from, relative to the page; empty: the user's own file. */
  file: string;
  kind: "table" | "certificate";
  variant: string;
  subject: string; // the material of a table, the root of a certificate
  bytes: number;
  sha256: string;
  complete: boolean;
}

/** A file on the device, and how many bytes of it are there. */
export interface Entry extends About {
  name: string;
  have: number;
}

/** Writer appends to a file. What it has written stays when it is closed, and at the latest then. */
export interface Writer {
  readonly size: number;
  write(bytes: Uint8Array): Promise<void>;
  /** Begins the file anew. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** Store keeps files on the device. It is used in a worker. */
export interface Store {
  list(): Promise<Entry[]>;
  writer(name: string): Promise<Writer>;
  describe(name: string, about: About): Promise<void>;
  blob(name: string): Promise<Blob>;
  remove(name: string): Promise<void>;
}
