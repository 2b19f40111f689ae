import { isMail } from './mails.ts';
import { timetableKinds } from './timetable.ts';

/** Kinds of jobs of which one process works at `most` together, whatever it has to do of other groups. */
export type JobGroup = { kinds: string[]; most: number };

/** What can take minutes, however fast the machine is. */
const LONG_KINDS = ['delete_inbox', 'export_contacts', 'import_contacts', 'rename_label'];
const MOST = { timetable: 4, long: 2, mails: 2, others: 4 } as const;

/** The kinds in groups that do not wait for each other: neither an import nor a silent mail server may delay the timetable. */
export function groupsOf(kinds: string[]): JobGroup[] {
  const groups = Map.groupBy(kinds, groupOf);
  return [...groups].map(([name, of]) => ({ kinds: of, most: MOST[name] }));
}

function groupOf(kind: string): keyof typeof MOST {
  if (Object.hasOwn(timetableKinds, kind)) return 'timetable';
  if (LONG_KINDS.includes(kind)) return 'long';
  return isMail(kind) ? 'mails' : 'others';
}
