import type { Chat, Range } from './ledger.ts';
import type { Played } from './play.ts';
import { ACCOUNT, CHANNEL, fileOf, type Question, type Subject } from './question.ts';

/** Conversations that began in the range, by the status that they have now. */
export function channels({ ledger }: Played, range: Range): Question {
  const chats = ledger.factsOf('created', ACCOUNT, range).map(({ chat }) => chat);
  const count = (status: string) => chats.filter((chat) => chat.status === status).length;
  const statuses = Object.fromEntries(['open', 'resolved', 'pending', 'snoozed'].map((name) => [name, count(name)]));
  const expected: Record<string, Record<string, number>> = chats.length === 0
    ? {}
    : { [CHANNEL]: { ...statuses, total: chats.length } };
  return { path: '/summary_reports/channel', query: range, expected, file: fileOf(expected) };
}

/** Reports on conversations as they are now. */
export function live({ ledger }: Played, subjects: Subject[]): Question[] {
  const of = (chats: Chat[]) => {
    const open = chats.filter(({ status }) => status === 'open');
    return {
      open: open.length,
      unattended: open.filter((chat) => !chat.isAnswered || chat.waitingSince !== null).length,
      unassigned: open.filter(({ assigneeId }) => assigneeId === null).length,
      pending: chats.filter(({ status }) => status === 'pending').length,
    };
  };
  const chats = [...ledger.chats];
  const grouped = (column: 'teamId' | 'assigneeId', name: string) => {
    const keys = new Set(chats.filter(({ status }) => status === 'open').map((chat) => chat[column]));
    const rows = [...keys].map((key) => {
      const { pending: _, ...counts } = of(chats.filter((chat) => chat[column] === key));
      return { ...counts, [name]: key };
    });
    return { path: '/live_reports/grouped_conversation_metrics', query: { group_by: name }, expected: rows };
  };
  return [
    { path: '/reports/conversations', query: { type: 'account' }, expected: of(chats) },
    { path: '/live_reports/conversation_metrics', query: {}, expected: of(chats) },
    ...subjects
      .filter(({ type }) => type === 'team')
      .map(({ id }) => ({
        path: '/live_reports/conversation_metrics',
        query: { team_id: id },
        expected: of(chats.filter(({ teamId }) => teamId === id)),
      })),
    grouped('teamId', 'team_id'),
    grouped('assigneeId', 'assignee_id'),
  ];
}
