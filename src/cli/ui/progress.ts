import type { ImportCounts } from '../../resources/contacts/import/import-contacts.ts';

/** Shows on standard error how far an import has come. */
export type Progress = {
  /** `rows` is how many there are in all. */
  show(counts: ImportCounts, rows: number): void;
  /** Leaves the last state standing. Further calls do nothing. */
  end(): Promise<void>;
};
