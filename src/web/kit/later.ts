const RETRY_MS = 1000;

declare global {
  interface ImportMeta {
    /**
     * What stands behind the addresses of parts. Browsers that have failed to load one do not try the same address again.
     * The build puts it there (askAgain in src/web-assets/plugins.ts).
     */
    again: string;
  }
}

import.meta.again = '';

let failed = () => {};

/** Has `look` called each time that something could not be loaded. */
export function whenNotLoaded(look: () => void): void {
  failed = look;
}

/** Loads something when it is first asked for, and tries until it is there. */
export function later<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null;
  const attempt = (): Promise<T> =>
    load().catch(async () => {
      failed();
      import.meta.again = `?${Date.now()}`;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      return attempt();
    });
  return () => (loading ??= attempt());
}
