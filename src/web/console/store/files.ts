import { newId } from '../../kit/new-id.ts';
import type { Written } from './keeper.ts';

/** A file that the user has chosen, without its bytes: those are kept once, under a key of their own. */
export type FileInfo = { id: string; name: string; /** The media type; '' = unknown. */ type: string; size: number };

export const keyOfFile = ({ id }: Pick<FileInfo, 'id'>): string => `file:${id}`;

/** Names the files, and gives what the browser keeps of them. */
export function takeFiles(chosen: readonly File[]): { files: FileInfo[]; written: Written[] } {
  const files = chosen.map(({ name, type, size }) => ({ id: newId(), name, type, size }));
  return { files, written: files.map((file, at) => [keyOfFile(file), chosen[at]]) };
}
