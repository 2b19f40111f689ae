import type { TestApp } from '../../../support/app.ts';

/** A conversation as the database has it. */
export type StoredConversation = {
  /** In the database. */
  row: number;
  /** As people see it. */
  id: number;
  status: string;
  priority: string | null;
  assigneeId: number | null;
  teamId: number | null;
  unread: number;
  labels: string[];
  /** Unix milliseconds. */
  lastActivityAt: number;
};

/** A message as the database has it. */
export type StoredMessage = {
  id: number;
  conversation: number;
  kind: string;
  content: string;
  isNote: boolean;
  status: string;
};

/** The conversations of the account, those with the latest activity first; only `row`, if it is given. */
export async function conversationsIn(test: TestApp, accountId: number, row?: number): Promise<StoredConversation[]> {
  const all = test
    .rows()
    .selectFrom('conversations')
    .select(['id', 'display_id', 'status', 'priority', 'assignee_id', 'team_id', 'unread_count', 'last_activity_at'])
    .where('account_id', '=', accountId)
    .orderBy('last_activity_at', 'desc')
    .orderBy('id', 'desc');
  const allLabels = test
    .rows()
    .selectFrom('conversation_labels')
    .select(['conversation_id', 'label'])
    .where('account_id', '=', accountId)
    .orderBy('label');
  const rows = await (row === undefined ? all : all.where('id', '=', row)).execute();
  const labels = await (row === undefined ? allLabels : allLabels.where('conversation_id', '=', row)).execute();
  return rows.map((row) => ({
    row: row.id,
    id: row.display_id,
    status: row.status,
    priority: row.priority,
    assigneeId: row.assignee_id,
    teamId: row.team_id,
    unread: row.unread_count,
    labels: labels.filter((one) => one.conversation_id === row.id).map(({ label }) => label),
    lastActivityAt: new Date(row.last_activity_at).getTime(),
  }));
}

/** The conversation of the message whose text ends with the mark; undefined = there is none. */
export async function conversationOf(test: TestApp, accountId: number, mark: string): Promise<number | undefined> {
  const found = await test
    .rows()
    .selectFrom('messages')
    .select('conversation_id')
    .where('account_id', '=', accountId)
    .where('content', 'like', `% ${mark}`)
    .executeTakeFirst();
  return found?.conversation_id;
}

/** The messages of the account in order, activities among them; only those of `conversation`, if it is given. */
export async function messagesIn(test: TestApp, accountId: number, conversation?: number): Promise<StoredMessage[]> {
  const all = test
    .rows()
    .selectFrom('messages')
    .select(['id', 'conversation_id', 'message_type', 'content', 'private', 'status'])
    .where('account_id', '=', accountId)
    .orderBy('id');
  const rows = await (conversation === undefined ? all : all.where('conversation_id', '=', conversation)).execute();
  return rows.map((row) => ({
    id: row.id,
    conversation: row.conversation_id,
    kind: row.message_type,
    content: row.content ?? '',
    isNote: Boolean(row.private),
    status: row.status,
  }));
}
