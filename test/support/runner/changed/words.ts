import { posix } from 'node:path';

/** "labels" for test/resources/labels/labels.test.ts and src/labels.tsx. */
export const nameOf = (file: string): string => posix.basename(file).replace(/(\.once)?(\.test)?\.tsx?$/, '');

/** The words of a name; those of "canned_responses" and "canned-response" are the same. */
export const wordsOf = (name: string): string[] => name.split(/[-_.]/).map((word) => word.replace(/s$/, ''));

/** The words of a file's name and of the name of its folder, without short ones, such as "of". */
export function wordsOfPath(file: string): string[] {
  const words = [nameOf(file), posix.basename(posix.dirname(file))].flatMap(wordsOf);
  return [...new Set(words.filter((word) => word.length >= SHORTEST))];
}

const SHORTEST = 3;
