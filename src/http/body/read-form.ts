import { tooLarge } from '../../errors.ts';
import formidable, { errors, type Files } from 'formidable';
import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { ParsedFiles } from './form-files.ts';
import { noteReceived } from './body-memory.ts';
import { multipartForms, refuseForm, tellFiles } from './form-parts.ts';
import { type Spool, type SpoolLimits } from './spool.ts';

/** Most bytes of all text fields of a multipart form: enough for a message of 150,000 characters and its attributes. */
const MAX_FIELDS_BYTES = 1_000_000;
const MAX_FIELDS = 1000;

/**
 * Reads a multipart form, whose files go to `spool`. Fields and files that occur more than once are lists.
 * @throws AppError `too_large` when it exceeds the limits of fields or of `spool`
 * @throws Error of the parser when it cannot be read
 */
export async function readForm(
  req: IncomingMessage,
  limits: SpoolLimits & { max_body_bytes: number },
  spool: Spool,
): Promise<{ body: Record<string, string | string[]>; files: ParsedFiles }> {
  const form = formidable({
    enabledPlugins: [multipartForms],
    fileWriteStreamHandler: ((file: EventEmitter) => spool.receive(file)) as never,
    // Two uploads with the same Idempotency-Key are the same only if their bytes are.
    hashAlgorithm: req.headers['idempotency-key'] ? 'sha256' : false,
    maxFileSize: limits.max_file_bytes,
    maxTotalFileSize: limits.max_file_bytes * Math.max(1, limits.max_files),
    maxFieldsSize: MAX_FIELDS_BYTES,
    maxFields: MAX_FIELDS,
    allowEmptyFiles: true,
    minFileSize: 0,
  });
  const takePart = form.onPart.bind(form);
  const refuse = (error: Error) => refuseForm(form, error);
  form.onPart = (part) => {
    tellFiles(part, takePart);
    // Files go to the disk, and text fields into memory.
    if (!part.mimetype) part.on('data', (chunk: Buffer) => noteReceived(req, chunk.length, refuse));
  };
  try {
    const [fields, files] = await form.parse(req);
    return { body: withoutLists(fields), files: withoutLists<Files[string]>(files) };
  } catch (error) {
    throw formError(error as Error, limits.max_body_bytes);
  }
}

/** Values that are alone in their list, instead of the list. */
function withoutLists<List extends unknown[] | undefined>(lists: Record<string, List>) {
  const values: Record<string, NonNullable<List>[number] | NonNullable<List>> = {};
  for (const [name, list] of Object.entries(lists)) {
    if (list !== undefined) values[name] = list.length === 1 ? list[0] : list;
  }
  return values;
}

function formError(error: Error & { httpCode?: number; code?: unknown }, maxBytes: number): Error {
  if (error.code === errors.maxFieldsExceeded) return tooLarge(`a form may have ${MAX_FIELDS} fields`);
  return error.httpCode === 413 ? tooLarge(`a body may have ${maxBytes} bytes`) : error;
}
