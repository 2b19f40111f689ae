import type { I18n } from '../../kit/i18n.ts';
import { newId } from '../../kit/new-id.ts';
import { RequestError } from '../../kit/request.ts';
import type { Console } from '../console.ts';
import type { Desk } from '../desk.ts';
import type { TextKey } from '../locales.ts';
import { reasonOf } from '../session/reason-of.ts';
import { held } from '../sync/held.ts';
import { followBulk } from './run-bulk.ts';

type MacroAction = { action_name: string; action_params: unknown[] };

/** A list of actions that a member runs on conversations. */
export type Macro = { id: number; name: string; visibility: 'personal' | 'global'; actions: MacroAction[] };

/** The macros that the user sees. */
export const macrosOf = held(async (api) => (await api.request<{ payload: Macro[] }>('GET', '/macros')).payload);

/** Runs the macro on the conversations, and says what came of it. */
export async function runMacro(
  { i18n, toasts }: Pick<Desk, 'i18n' | 'toasts'>,
  console: Console,
  { id, name }: Macro,
  ids: readonly number[],
): Promise<void> {
  const { t } = i18n;
  try {
    const ended = await followBulk(console, `/macros/${id}/execute`, { conversation_ids: ids }, newId(), () => {});
    const [first] = ended.errors;
    const reason = first?.message ?? first?.error ?? '';
    const hasFailed = ended.failed_count > 0;
    toasts.show({ text: t(hasFailed ? 'macroFailed' : 'macroRun', { name, reason }), isProblem: hasFailed });
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    toasts.show({ text: t('macroFailed', { name, reason: reasonOf(i18n, error) }), isProblem: true });
  }
}

const NAMES: Record<string, TextKey> = {
  add_label: 'act_add_label',
  add_private_note: 'act_add_private_note',
  assign_agent: 'act_assign_agent',
  assign_team: 'act_assign_team',
  change_priority: 'act_change_priority',
  change_status: 'act_change_status',
  mute_conversation: 'act_mute_conversation',
  open_conversation: 'act_open_conversation',
  pending_conversation: 'act_pending_conversation',
  remove_assigned_agent: 'act_remove_assigned_agent',
  remove_assigned_team: 'act_remove_assigned_team',
  remove_label: 'act_remove_label',
  resolve_conversation: 'act_resolve_conversation',
  send_attachment: 'act_send_attachment',
  send_email_to_team: 'act_send_email_to_team',
  send_email_transcript: 'act_send_email_transcript',
  send_message: 'act_send_message',
  send_webhook_event: 'act_send_webhook_event',
  snooze_conversation: 'act_snooze_conversation',
};

/** What an action does, as a sentence: "Assign to Grace Hopper". */
export function wordsOfAction(
  { action_name: action, action_params: params }: MacroAction,
  console: Console,
  i18n: I18n<TextKey>,
): string {
  const { t } = i18n;
  const key = NAMES[action];
  if (key === undefined) return action;
  const value = params
    .map((param) => valueName(action, param, console, i18n))
    .filter(Boolean)
    .join(', ');
  const none: Partial<Record<string, TextKey>> = { assign_agent: 'nobody', assign_team: 'noTeam' };
  return t(key, { value: value || t(none[action] ?? 'noPriority') });
}

function valueName(action: string, param: unknown, console: Console, i18n: I18n<TextKey>): string {
  const { t, day, time } = i18n;
  const { members, teams } = console.start.value;
  const text = typeof param === 'string' || typeof param === 'number' ? String(param) : '';
  switch (action) {
    case 'assign_agent': {
      if (text === 'self') return t('act_self');
      if (text === 'last_responding_agent') return t('act_last');
      const member = members.find(({ id }) => String(id) === text);
      return member?.available_name ?? member?.name ?? (text && `#${text}`);
    }
    case 'assign_team':
      return teams.find(({ id }) => String(id) === text)?.name ?? (text && `#${text}`);
    case 'change_priority':
      return isWord(text) ? t(text) : '';
    case 'change_status':
    case 'snooze_conversation':
      if (isWord(text)) return t(text);
      return /^\d{4}-/.test(text) ? `${day(new Date(text))}, ${time(new Date(text))}` : '';
    case 'send_attachment':
      return '';
    case 'send_email_to_team': {
      const { team_ids: ids = [], message = '' } = Object(param) as { team_ids?: number[]; message?: string };
      const names = ids.map((id) => teams.find((team) => team.id === id)?.name ?? `#${id}`);
      return `${names.join(', ')}: ${message}`;
    }
    default:
      return text;
  }
}

const WORDS = ['open', 'pending', 'resolved', 'snoozed', 'urgent', 'high', 'medium', 'low'] as const;
const isWord = (text: string): text is (typeof WORDS)[number] => WORDS.some((word) => word === text);
