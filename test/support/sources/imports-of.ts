import { dirname, posix } from 'node:path';

/** The files that a source imports, types and lazy ones too, as paths from where the path of the source begins. */
export function importsOf(file: string, source: string): string[] {
  const found = source.matchAll(/(?:\bfrom|^import|\bimport\()\s*'(\.[^']+)'/gm);
  return [...found].map(([, path]) => posix.join(dirname(file), path!));
}

/** The files that run when a source does: all that it names by a relative path, except where it only takes types. */
export function loadedBy(file: string, source: string): string[] {
  const found = source.replaceAll(TYPES_ALONE, '').matchAll(/['"`](\.{1,2}\/[^'"`\n]+\.tsx?)['"`]/g);
  return [...found].map(([, path]) => posix.join(dirname(file), path!));
}

const TYPES_ALONE = /^(?:import|export) type\b[^;]*;/gm;
