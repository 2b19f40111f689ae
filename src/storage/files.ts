import type { StoredFile } from './stored-file.ts';
import { randomBytes, randomUUID } from 'node:crypto';
import { constants, copyFile, link, mkdir, rename, unlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { sync } from './sync.ts';
import { inspectFile } from './inspect-file.ts';

const KEY_LENGTH = 32;
const KEY = new RegExp(`^[\\w-]{${KEY_LENGTH}}$`);
/** The number of letters of a key that name its folder. */
const FOLDER_LETTERS = 2;
const NAME_LENGTH = 200;
/** An empty name, or one that means another path in a URL. */
const DOTS = /^\.*$/;
// Characters that end a line, hide a suffix or separate folders.
// oxlint-disable-next-line no-control-regex
const UNSAFE = /[\u0000-\u001f\u007f/\\\u202a-\u202e\u2066-\u2069]/g;

/** A temporary file that is not stored yet; `size` in bytes. */
export type Upload = { path: string; filename: string; size: number };

/**
 * Moves the upload to a new key, synced to disk, and describes it by its content. A caller that then writes no row for
 * it must remove it.
 * @throws Error when the disk refuses
 */
export async function storeFile(dataDir: string, upload: Upload): Promise<StoredFile> {
  const file = await describeUpload(upload);
  await keepUpload(dataDir, upload.path, file.key);
  return file;
}

/**
 * Stores the bytes as the file with this key, synced to disk; replaces a file that is there.
 * @throws Error when the disk refuses
 */
export async function storeBytes(dataDir: string, key: string, bytes: Uint8Array): Promise<void> {
  const path = await newSpoolPath(dataDir);
  await writeFile(path, bytes, { flag: 'wx', mode: 0o600 });
  await place(path, pathOf(dataDir, key));
}

/** A new temporary path for a file that will be stored; files left there are removed after an hour. */
export async function newSpoolPath(dataDir: string): Promise<string> {
  const folder = uploadsFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return join(folder, randomUUID());
}

/** Where files are received, and made, before they are stored. */
export const uploadsFolder = (dataDir: string) => join(dataDir, 'uploads');

/** Where stored files are, each in a folder that is named by the first letters of its key. */
export const filesFolder = (dataDir: string) => join(dataDir, 'files');

/** An unguessable name for a file. */
export function newFileKey(): string {
  return randomBytes((KEY_LENGTH * 3) / 4).toString('base64url');
}

/** Whether the text could be the key of a file. Other text may have characters that databases refuse. */
export const isFileKey = (text: string) => KEY.test(text);

/** The path of the file with this key. */
export function pathOf(dataDir: string, key: string): string {
  return join(filesFolder(dataDir), key.slice(0, FOLDER_LETTERS), key);
}

/** Removes stored files. Returns how many are gone then; those that cannot be removed are ignored. */
export async function removeFiles(dataDir: string, keys: string[]): Promise<number> {
  const removals = await Promise.allSettled(keys.map((key) => removeFile(dataDir, key)));
  return removals.filter(({ status }) => status === 'fulfilled').length;
}

/** Removes a stored file; one that is gone already is fine. @throws Error when the disk refuses */
export async function removeFile(dataDir: string, key: string): Promise<void> {
  await unlink(pathOf(dataDir, key)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

/**
 * The description of an upload under a new key, without storing it: type and size in pixels by its content, and a name without
 * unsafe characters.
 * @throws Error when the file cannot be read
 */
export async function describeUpload(upload: Upload): Promise<StoredFile> {
  const filename = safeFilename(upload.filename);
  return { key: newFileKey(), filename, ...(await inspectFile(upload.path)), fileSize: upload.size };
}

/** The name without folders and without characters that are unsafe in names. */
export function safeFilename(given: string): string {
  const filename = basename(given).replaceAll(UNSAFE, '_').slice(-NAME_LENGTH).toWellFormed();
  return DOTS.test(filename) ? 'file' : filename;
}

/**
 * Moves the file at `path` to where the one with this key is stored, synced to disk.
 * @throws Error when the disk refuses
 */
export async function keepUpload(dataDir: string, path: string, key: string): Promise<void> {
  await place(path, pathOf(dataDir, key));
}

async function place(from: string, to: string): Promise<void> {
  await makeFolder(to);
  await sync(from);
  await rename(from, to).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EXDEV') throw error;
    await moveAcross(from, to);
  });
  await sync(dirname(to));
}

/**
 * Stores the stored file at `path` under this key as well, synced to disk; each can be removed by itself.
 * @throws Error when it does not exist, or the disk refuses
 */
export async function copyStored(dataDir: string, path: string, key: string): Promise<void> {
  const to = pathOf(dataDir, key);
  await makeFolder(to);
  // Stored files are never written again, so both names can be of the same bytes.
  await link(path, to).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw error;
    await copyFile(path, to, constants.COPYFILE_EXCL);
    await sync(to);
  });
  await sync(dirname(to));
}

/** Makes the folder of the file at `path`, synced to disk. */
async function makeFolder(path: string): Promise<void> {
  const folder = dirname(path);
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  // A new folder's name is in its parent, which must be synced too.
  if (made !== undefined) await Promise.all([sync(dirname(made)), sync(dirname(folder))]);
}

/** Moves a file to another file system: DATA_DIR/files may be one. */
async function moveAcross(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to, constants.COPYFILE_EXCL);
    await sync(to);
  } catch (error) {
    await unlink(to).catch(() => {});
    throw error;
  }
  await unlink(from);
}
