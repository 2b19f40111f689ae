type Stop = () => void;

/** A value; what reads it to compute another, or in an effect, follows it. */
export type ReadonlySignal<T> = {
  readonly value: T;
  /** The value, without following it. */
  peek: () => T;
  /** Calls back with the value now, and each time that it is another, until what it returns is called. */
  subscribe: (hear: (value: T) => void) => Stop;
};
export type Signal<T> = ReadonlySignal<T> & { value: T };

/** The reader of the signals that are read now; null = none. */
let reader: Reader | null = null;
let batches = 0;
/** More than any batch needs: an effect that changes what it reads would go on for ever. */
const MOST_RUNS = 10_000;
/** The effects that have read what is another now. */
const due = new Set<() => void>();

function readBy<T>(by: Reader | null, work: () => T): T {
  const before = reader;
  reader = by;
  try {
    return work();
  } finally {
    reader = before;
  }
}

/** A reader of signals; `mark` is called when a signal may have changed. */
class Reader {
  readonly mark: () => void;
  /** Each with the value that was read. */
  #read = new Map<Source<unknown>, unknown>();

  constructor(mark: () => void) {
    this.mark = mark;
  }

  note(source: Source<unknown>): void {
    this.#read.set(source, source.now);
    source.readers.add(this);
  }

  /**
   * Whether nothing was read yet, or a signal changed; checked in the order of reading, since the first may decide which others
   * are read.
   */
  isBehind(): boolean {
    const isOther = ([source, value]: [Source<unknown>, unknown]) => {
      source.refresh();
      return source.now !== value;
    };
    return this.#read.size === 0 || [...this.#read].some(isOther);
  }

  forget(): void {
    for (const source of this.#read.keys()) source.readers.delete(this);
    this.#read.clear();
  }

  /** Does the work, and follows what it reads, and nothing that was read before. */
  follow<T>(work: () => T): T {
    this.forget();
    return readBy(this, work);
  }
}

class Source<T> {
  readers = new Set<Reader>();
  now: T;
  /** Whether reading throws the error stored as its value. */
  hasFailed = false;

  constructor(first: T) {
    this.now = first;
  }

  get value(): T {
    this.refresh();
    reader?.note(this as Source<unknown>);
    if (this.hasFailed) throw this.now;
    return this.now;
  }

  set value(value: T) {
    if (value === this.now) return;
    this.now = value;
    this.mark();
  }

  refresh(): void {}

  peek = (): T => readBy(null, () => this.value);

  subscribe = (hear: (value: T) => void): Stop =>
    effect(() => {
      const { value } = this;
      readBy(null, () => hear(value));
    });

  protected mark(): void {
    batch(() => {
      for (const reader of this.readers) reader.mark();
    });
  }
}

class Computed<T> extends Source<T> {
  #compute: () => T;
  #isFresh = false;
  #reader = new Reader(() => {
    if (this.#isFresh) this.mark();
    this.#isFresh = false;
  });

  constructor(compute: () => T) {
    super(undefined as T);
    this.#compute = compute;
  }

  override refresh(): void {
    if (this.#isFresh) return;
    this.#isFresh = true;
    if (!this.#reader.isBehind()) return;
    this.hasFailed = false;
    try {
      this.now = this.#reader.follow(this.#compute);
    } catch (error) {
      this.hasFailed = true;
      this.now = error as T;
    }
  }
}

export const signal = <T>(first: T): Signal<T> => new Source(first);

/** A value that follows from others. */
export const computed = <T>(compute: () => T): ReadonlySignal<T> => new Computed(compute);

/** Does the work, and only then the effects of what it changes. */
export function batch<T>(work: () => T): T {
  batches += 1;
  try {
    return work();
  } finally {
    try {
      if (batches === 1) runDue();
    } finally {
      batches -= 1;
    }
  }
}

/** Runs all due effects, even after an error. @throws the first error */
function runDue(): void {
  const problems: unknown[] = [];
  let runs = 0;
  for (const run of due) {
    due.delete(run);
    runs += 1;
    try {
      if (runs > MOST_RUNS) throw new Error('effects without end');
      run();
    } catch (error) {
      problems.push(error);
    }
  }
  if (problems.length > 0) throw problems[0];
}

/**
 * Does the work now, and each time that a signal that it has read is another, until what it returns is called. If the work
 * returns a function, that is called before the next time, and at the end.
 */
export function effect(work: () => unknown): Stop {
  let undo: unknown;
  let isOver = false;
  const reads = new Reader(() => due.add(run));

  function finish(): void {
    const last = undo;
    undo = undefined;
    if (typeof last === 'function') readBy(null, last as Stop);
  }

  function stop(): void {
    isOver = true;
    due.delete(run);
    reads.forget();
    finish();
  }

  function go(): void {
    batch(() => (undo = reads.follow(work)));
    if (isOver) stop();
  }

  function run(): void {
    if (!reads.isBehind()) return;
    finish();
    go();
  }

  try {
    go();
  } catch (error) {
    stop();
    throw error;
  }
  return stop;
}
