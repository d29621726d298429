/** A form as a browser sends it. */
export interface SentForm {
  fields: URLSearchParams;
  files: AsyncIterable<SentFile>;
  /** There are more files than one form can have. Known once the files are read. */
  hasMoreFiles: boolean;
  /** Reads no more of it. */
  close: () => void;
}

/** A file of a form, on this machine's disk. */
export interface SentFile {
  /** As the person's machine calls it, without folders. */
  name: string;
  path: string;
  /** The file is larger than allowed: only its beginning is there. */
  isTooLarge: boolean;
}

/** A form without files. */
export function formOf(fields: URLSearchParams): SentForm {
  return { fields, files: none(), hasMoreFiles: false, close: () => undefined };
}

async function* none(): AsyncGenerator<SentFile> {}
