import { invalidField } from '../../errors.ts';
import { readBlobToken } from '../../storage/blob-tokens.ts';
import { type BlobRow, findBlob } from '../../storage/blobs.ts';
import { newFileKey, pathOf } from '../../storage/files.ts';
import type { Ctx } from '../state.ts';
import { bodyOf } from './body.ts';
import type { UploadedFile } from './upload.ts';

/** A field that may name blobs, by its name in forms, such as `message[attachments]`, and the keys that lead to it in a body. */
export type BlobField = { field: string; keys: readonly string[] };

/** A blob that the body names under `field`. */
type NamedBlob = { field: string; signedId: string };

/** The field of this name. */
export function blobField(field: string): BlobField {
  return { field, keys: field.split(/[[\]]+/).filter(Boolean) };
}

/** Whether the body names blobs under any of `fields`. */
export function namesBlobs(ctx: Ctx, fields: readonly BlobField[]): boolean {
  return namedIn(ctx, fields).length > 0;
}

/**
 * The blobs that the body names by their signed ids under any of `fields`, in their order there: each will be copied.
 * @throws AppError `invalid` for an id that is not one of the account's, or whose file has not been sent or has expired
 */
export function describeBlobs(ctx: Ctx, fields: readonly BlobField[]): Promise<UploadedFile[]> {
  return Promise.all(namedIn(ctx, fields).map((named) => describe(ctx, named)));
}

async function describe(ctx: Ctx, { field, signedId }: NamedBlob): Promise<UploadedFile> {
  const { key, filename, contentType, fileSize, width, height } = await blobOf(ctx, field, signedId);
  const path = pathOf(ctx.state.app.config.data_dir, key);
  return { key: newFileKey(), filename, contentType, fileSize, width, height, path, isCopied: true };
}

async function blobOf(ctx: Ctx, field: string, signedId: string): Promise<BlobRow> {
  const { tx, app, account, now } = ctx.state;
  const token = readBlobToken(app.installation.vault, 'read', signedId, now);
  const isOwn = token !== null && token.accountId === account.id;
  const blob = isOwn ? await findBlob(tx, account.id, token.blobId, now) : undefined;
  if (!blob) throw invalidField(field, 'names no file: send it as a file, or upload it again and name its signed id');
  if (!blob.storedAt) throw invalidField(field, 'names a file whose content has not been sent yet');
  return blob;
}

function namedIn(ctx: Ctx, fields: readonly BlobField[]): NamedBlob[] {
  const body = bodyOf(ctx);
  const named: NamedBlob[] = [];
  for (const { field, keys } of fields) {
    for (const value of [valueAt(body, keys) ?? []].flat()) {
      if (typeof value === 'string' && value.trim() !== '') named.push({ field, signedId: value });
    }
  }
  return named;
}

function valueAt(body: unknown, keys: readonly string[]): unknown {
  let value = body;
  for (const key of keys) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}
