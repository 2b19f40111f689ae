import { RequestError } from '../../kit/request.ts';
import { type FileInfo, keyOfFile } from '../store/files.ts';
import type { Keeper } from '../store/keeper.ts';

/** What is said of files that the browser no longer has: 410, "gone". */
export const GONE = 410;

/** The form of a message with files: its body, and the bytes that the browser keeps. @throws RequestError `GONE` */
export async function formOf(keeper: Keeper, body: object, files: readonly FileInfo[]): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  for (const file of files) {
    const bytes = await keeper.get<Blob>(keyOfFile(file));
    if (!bytes) throw new RequestError(GONE, {});
    form.append('attachments[]', bytes, file.name);
  }
  return form;
}
