import { type ReadonlySignal, signal } from '../../kit/signals.ts';

/** A text that lasts, under a name of this website; where the browser keeps nothing, as long as the page. */
export type Storage = {
  read: (name: string) => string | null;
  /** null removes it. */
  write: (name: string, text: string | null) => void;
  /** The names that begin with `start` and have a text. */
  names: (start: string) => string[];
  /** Those that the browser does not keep, by name. */
  texts: ReadonlySignal<ReadonlyMap<string, string>>;
  /** Calls back when another tab wrote something. */
  follow: (change: (name: string) => void) => void;
};

/** What `localStorage` offers; tests have their own. */
export type Store = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

export function openStorage(prefix: string, open: () => Store | null, texts: [string, string][] = []): Storage {
  const own = signal(new Map(texts));
  const store = attempt(open) ?? null;

  return {
    read: (name) => own.peek().get(name) ?? attempt(() => store?.getItem(prefix + name)) ?? null,
    write(name, text) {
      const isKept = attempt(() => {
        if (text === null) store?.removeItem(prefix + name);
        else store?.setItem(prefix + name, text);
        return store !== null;
      });
      const texts = new Map(own.peek());
      if (isKept || text === null) texts.delete(name);
      else texts.set(name, text);
      own.value = texts;
    },
    names(start) {
      const kept = attempt(() => Array.from({ length: store?.length ?? 0 }, (_, at) => store?.key(at) ?? '')) ?? [];
      const here = [...own.peek().keys()].map((name) => prefix + name);
      const found = [...new Set([...kept, ...here])].filter((name) => name.startsWith(prefix + start));
      return found.map((name) => name.slice(prefix.length));
    },
    texts: own,
    follow(change) {
      globalThis.addEventListener?.('storage', ({ key }: StorageEvent) => {
        if (key?.startsWith(prefix)) change(key.slice(prefix.length));
      });
    },
  };
}

/** A browser that is set to refuse storage throws at any use of it, and so does a full one. */
function attempt<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
