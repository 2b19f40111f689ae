import type { ImportCounts } from '../../resources/contacts/import/import-contacts.ts';

/** Shows the progress of an import on standard error. */
export type Progress = {
  /** `rows` is how many there are in all. */
  show(counts: ImportCounts, rows: number): void;
  /** Keeps the last state on the screen. Further calls do nothing. */
  end(): Promise<void>;
};
