import { isSending } from '../../conversations/sending/plan-sending.ts';
import { POST_EVENT } from '../../events/posted-event.ts';
import { RUN_RULES } from '../../events/trigger-rules.ts';
import { TELL_SLACK } from '../../events/trigger-slack.ts';
import { RECEIVE_SLACK } from '../../resources/integrations/slack/keep-written.ts';
import { SEND_CAMPAIGN } from '../../resources/campaigns/sending/begin-campaign.ts';
import { isMail } from '../mails/mails.ts';
import { timetableKinds } from '../timetable.ts';

/**
 * Kinds of jobs that share slots of their own in each process: `most` in all, and `ofAccount` for one account (or the
 * installation), so that long jobs of one account leave slots for others.
 */
export type JobGroup = { kinds: string[]; most: number; ofAccount: number };

/** Kinds that can take minutes. */
const LONG_KINDS = [
  'back_up',
  'convert_attributes',
  'delete_inbox',
  'delete_portal',
  'erase_contact',
  'export_contacts',
  'fold_search',
  'import_contacts',
  'rename_label',
  'run_bulk_action',
];
/** Kinds that wait for servers of others. */
const DOWNLOADS = [
  'fetch_avatar',
  'fetch_files',
  POST_EVENT,
  'register_channel',
  'remove_survey_template',
  'revoke_authorization',
  'sync_templates',
  TELL_SLACK,
  RECEIVE_SLACK,
];
const RECEIVING = ['receive_events'];
const PUSHES = ['send_push'];
const SLOTS = {
  timetable: { most: 4, ofAccount: 4 },
  long: { most: 3, ofAccount: 2 },
  mails: { most: 3, ofAccount: 2 },
  downloads: { most: 8, ofAccount: 4 },
  pushes: { most: 8, ofAccount: 4 },
  receiving: { most: 8, ofAccount: 4 },
  /** Each time only for a few messages, so that no import keeps them waiting. */
  campaigns: { most: 3, ofAccount: 1 },
  /** One after the other per account, in the order of the events. */
  rules: { most: 4, ofAccount: 1 },
  others: { most: 5, ofAccount: 4 },
  /** Of each service by itself. */
  sendings: { most: 8, ofAccount: 4 },
} as const;

/**
 * Splits the kinds into groups whose jobs run independently: neither an import nor a slow server may delay the
 * timetable.
 */
export function groupsOf(kinds: string[]): JobGroup[] {
  const groups = Map.groupBy(kinds, (kind) => (isSending(kind) ? kind : groupOf(kind)));
  return [...groups].map(([name, of]) => ({ kinds: of, ...SLOTS[isSlots(name) ? name : 'sendings'] }));
}

const isSlots = (name: string): name is keyof typeof SLOTS => Object.hasOwn(SLOTS, name);

function groupOf(kind: string): keyof typeof SLOTS {
  if (Object.hasOwn(timetableKinds, kind)) return 'timetable';
  if (LONG_KINDS.includes(kind)) return 'long';
  if (DOWNLOADS.includes(kind)) return 'downloads';
  if (RECEIVING.includes(kind)) return 'receiving';
  if (kind === SEND_CAMPAIGN) return 'campaigns';
  if (kind === RUN_RULES) return 'rules';
  if (PUSHES.includes(kind)) return 'pushes';
  return isMail(kind) ? 'mails' : 'others';
}
