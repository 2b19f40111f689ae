import { posix } from 'node:path';
import { nameOf, wordsOf } from './words.ts';

const { basename, dirname } = posix;

/** Folders of test/web that test a folder of src/web with another name. */
const WEB_FOLDERS: Record<string, string[]> = {
  sdk: ['host'],
  talk: ['host'],
  views: ['visit', 'look'],
  lazy: ['visit'],
  locales: ['visit'],
};

/**
 * How near a suite is to a source by its place: 0 where it has the same name in the folder that mirrors the source's, more
 * where it lies there, in a folder of the same name elsewhere, or above; undefined where the places have nothing in common.
 */
export function nearnessByPlace(file: string, suite: string): number | undefined {
  if (file.startsWith('src/web/')) return nearnessInBrowser(file, suite);
  const folder = posix.join('test', dirname(file).replace(/^src\b\/?/, ''));
  const place = dirname(suite);
  const named = sharesWord(nameOf(suite), nameOf(file));
  if (place === folder) return nearnessInFolder(file, suite);
  if (isBelow(place, folder) && folder !== 'test') return named ? 2 : 3;
  if (basename(place) === basename(folder)) return named ? 2 : 3;
  if (!isBelow(folder, place)) return undefined;

  const between = folder.slice(place.length + 1).split('/');
  if (between.some((part) => sharesWord(nameOf(suite), part))) return 1;
  if (place === 'test') return undefined;
  return (named ? 1 : 3) + 2 * between.length;
}

function nearnessInFolder(file: string, suite: string): number | undefined {
  if (nameOf(file) === nameOf(suite)) return 0;
  if (dirname(suite) === 'test') return undefined;
  return sharesWord(nameOf(suite), nameOf(file)) ? 1 : 2;
}

/** Code for browsers is tested by what visitors do, in folders of other names. */
function nearnessInBrowser(file: string, suite: string): number | undefined {
  if (!suite.startsWith('test/web/')) return undefined;
  if (nameOf(file) === nameOf(suite)) return 0;
  const folders = dirname(file).split('/').slice(2);
  const isInFolder = folders
    .flatMap((folder) => [folder, ...(WEB_FOLDERS[folder] ?? [])])
    .includes(basename(dirname(suite)));
  return (sharesWord(nameOf(suite), nameOf(file)) ? 1 : 3) + (isInFolder ? 0 : 1);
}

const isBelow = (place: string, folder: string): boolean => place.startsWith(`${folder}/`);

function sharesWord(a: string, b: string): boolean {
  const words = wordsOf(a);
  return wordsOf(b).some((word) => words.includes(word));
}
