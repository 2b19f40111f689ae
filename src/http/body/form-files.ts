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

/** The position of a file in the form, which the spool notes at the parser's file. */
type Placed = { place?: number };

/** The files of a multipart form, in their order there: the parser lists them in the order in which their writing ended. */
export function formFiles(ctx: Ctx): FormFile[] {
  return Object.entries(ctx.request.files ?? {})
    .flatMap(([field, given]) => [given].flat().map((file): FormFile & Placed => ({ ...file, field })))
    .toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0));
}
