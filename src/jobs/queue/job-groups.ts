import { isMail } from '../mails/mails.ts';
import { timetableKinds } from '../timetable.ts';

/**
 * Kinds of jobs of which one process works at `most` together, whatever it has to do of other groups, and at `ofAccount` for
 * one account (or the installation): there is a place for the next one however long those jobs take.
 */
export type JobGroup = { kinds: string[]; most: number; ofAccount: number };

/** What can take minutes, however fast the machine is. */
const LONG_KINDS = ['delete_inbox', 'export_contacts', 'import_contacts', 'rename_label'];
/** What waits for servers that users name. */
const DOWNLOADS = ['fetch_avatar'];
const PLACES = {
  timetable: { most: 4, ofAccount: 4 },
  long: { most: 3, ofAccount: 2 },
  mails: { most: 3, ofAccount: 2 },
  downloads: { most: 8, ofAccount: 4 },
  others: { most: 5, ofAccount: 4 },
} as const;

/** The kinds in groups that do not wait for each other: neither an import nor a silent server may delay the timetable. */
export function groupsOf(kinds: string[]): JobGroup[] {
  const groups = Map.groupBy(kinds, groupOf);
  return [...groups].map(([name, of]) => ({ kinds: of, ...PLACES[name] }));
}

function groupOf(kind: string): keyof typeof PLACES {
  if (Object.hasOwn(timetableKinds, kind)) return 'timetable';
  if (LONG_KINDS.includes(kind)) return 'long';
  if (DOWNLOADS.includes(kind)) return 'downloads';
  return isMail(kind) ? 'mails' : 'others';
}
