/** What was asked of the server, and what it has acknowledged. */
export type Ledger = {
  /** Numbers of the messages that were created. */
  messages: number[];
  /** Contents of the answers to mails. */
  answers: Set<string>;
  /** Contacts that files had which were imported. */
  imported: number;
  /** Repetitions of a request that were not answered as the first time. */
  otherwise: number;
  /** Requests and commands that failed. */
  failures: number;
  /** Milliseconds of each request since this was last emptied. */
  times: number[];
};

const SHOWN_FAILURES = 20;

export const newLedger = (): Ledger => ({
  messages: [],
  answers: new Set(),
  imported: 0,
  otherwise: 0,
  failures: 0,
  times: [],
});

/** Counts a failure, and prints the first ones. */
export function noteFailure(ledger: Ledger, error: unknown): void {
  ledger.failures += 1;
  if (ledger.failures <= SHOWN_FAILURES) console.error(`failed: ${String(error)}`);
}
