import type { Ctx } from '../state.ts';

/** An uploaded file where the body's parser wrote it. */
export type FormFile = {
  /** The form's field that it was in. */
  field: string;
  filepath: string;
  originalFilename: string | null;
  /** Bytes. */
  size: number;
  /** SHA-256 of its content. */
  hash?: string | null;
};

/** What the parser keeps of a file; `place` is its position in the form. */
type ParsedFile = Omit<FormFile, 'field'> & { place?: number };

/** The files of a form by their fields. */
export type ParsedFiles = Record<string, ParsedFile | ParsedFile[]>;

declare module 'koa' {
  interface Request {
    /** What the body was read to; undefined = there was none. */
    body?: unknown;
    /** Undefined = the body was no form. */
    files?: ParsedFiles;
  }
}

/** The files of a multipart form, in their order there: the parser lists them in the order in which their writing ended. */
export function formFiles(ctx: Ctx): FormFile[] {
  return Object.entries(ctx.request.files ?? {})
    .flatMap(([field, given]) => [given].flat().map((file) => ({ ...file, field })))
    .toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0));
}
