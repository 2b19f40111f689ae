import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';

/** Folders whose files the server reads at its start. */
const FOLDERS = ['src', 'config', 'templates'];
/** Editors write a file in several steps, and Git many files. */
const SETTLED_MS = 100;
/** Files that editors make beside those that they change. */
const NOT_SOURCES = /(^|\/)(\.[^/]*|[^/]*~|[^/]*\.sw[a-z]|4913)$/;

/**
 * Calls `onChange` with one of the changed files, below `root`, once the files settle, and `onError` where changes cannot be
 * seen, as where the system watches too many files already. Returns what ends that.
 */
export function watchSources(
  root: string,
  onChange: (file: string) => void,
  onError: (error: Error) => void,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  const watchers = FOLDERS.map((folder): FSWatcher => {
    const watcher = watch(join(root, folder), { recursive: true }, (_, name) => {
      const file = join(folder, name ?? '');
      if (NOT_SOURCES.test(file)) return;
      clearTimeout(timer);
      timer = setTimeout(() => onChange(file), SETTLED_MS);
    });
    return watcher.on('error', onError);
  });
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
