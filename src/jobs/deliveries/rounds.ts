/** Runs rounds of work, one at a time. */
export type Rounds = {
  /** Starts a round, or another one after the round under way. */
  request(): void;
  /** Waits until no round is under way or requested. */
  settled(): Promise<void>;
};

/** `round` must not throw. */
export function openRounds(round: () => Promise<void>): Rounds {
  let running: Promise<void> | null = null;
  let isRequested = false;

  async function run(): Promise<void> {
    try {
      while (isRequested) {
        isRequested = false;
        await round();
      }
    } finally {
      running = null;
    }
  }

  return {
    request() {
      isRequested = true;
      running ??= run();
    },
    async settled() {
      await running;
    },
  };
}
