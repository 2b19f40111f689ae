import type { Tx } from '../db/tx.ts';
import type { Actor } from './actor.ts';
import type { ConversationRecord } from './conversation.ts';
import { type Expression, type RawBuilder, sql } from 'kysely';
import { type Placeholders, prepared, remembered } from '../db/prepared.ts';
import { accessDenied, type AppError, found } from '../errors.ts';
import { completeRow, findConversation, selectWithInbox } from './read-conversations.ts';

export type Viewer = Pick<Actor, 'type' | 'id' | 'role'>;

/**
 * The ids of the account's inboxes visible to `actor`; null = all. Administrators and the account's own bots see all inboxes,
 * agents the inboxes of their memberships, and bots of the installation their connected inboxes. Lists and counts follow this
 * alone; a single conversation is also visible to members of its team (`findVisibleConversation`).
 */
export async function visibleInboxIds(tx: Tx, accountId: number, actor: Viewer): Promise<number[] | null> {
  if (actor.role === 'administrator') return null;
  if (actor.type !== 'AgentBot') return idsOf(await inboxesOfMember(tx, { accountId, userId: actor.id }));
  const isOwn = (await ownBot(tx, { accountId, botId: actor.id })).length > 0;
  return isOwn ? null : idsOf(await inboxesOfBot(tx, { accountId, botId: actor.id }));
}

/** @throws AppError `access_denied` unless `actor` sees the inbox */
export async function checkInboxVisible(tx: Tx, accountId: number, inboxId: number, actor: Viewer): Promise<void> {
  const visible = await visibleInboxIds(tx, accountId, actor);
  if (visible !== null && !visible.includes(inboxId)) throw notMember(inboxId);
}

/**
 * The account's conversation with this number.
 * @throws AppError `not_found`, "Conversation not found"; `access_denied` for an agent who is a member neither of its
 *   inbox nor of its team, and for a bot of the installation that is not connected to its inbox
 */
export async function findVisibleConversation(
  tx: Tx,
  accountId: number,
  displayId: number,
  actor: Viewer,
): Promise<ConversationRecord> {
  const conversation = found(await findConversation(tx, accountId, displayId), 'Conversation');
  const { inbox, team } = conversation;
  if (actor.role !== 'administrator') await checkVisible(tx, accountId, { inboxId: inbox.id, team }, actor);
  return conversation;
}

/** The inbox and the team of a conversation. */
type Place = { inboxId: number; team: { memberIds: readonly number[] } | null };

/** @throws AppError `access_denied` unless `actor`, who is no administrator, sees a conversation of this inbox and team */
export async function checkVisible(tx: Tx, accountId: number, place: Place, actor: Viewer): Promise<void> {
  if (!isTeammate(place, actor)) await checkInboxVisible(tx, accountId, place.inboxId, actor);
}

/** Of `actor`, who sees a conversation of this inbox and team: whether they see the inbox, and not only the conversation as a member of its team. */
export async function seesInboxOf(tx: Tx, accountId: number, place: Place, actor: Viewer): Promise<boolean> {
  if (actor.role === 'administrator' || !isTeammate(place, actor)) return true;
  const visible = await visibleInboxIds(tx, accountId, actor);
  return visible === null || visible.includes(place.inboxId);
}

function isTeammate({ team }: Place, actor: Viewer): boolean {
  return actor.type === 'User' && team?.memberIds.includes(actor.id) === true;
}

/**
 * The row key of the conversation that `findVisibleConversation` would give, in one statement, for commands that lock and
 * read it themselves.
 * @throws AppError as it does
 */
export async function findVisibleKey(tx: Tx, accountId: number, displayId: number, actor: Viewer): Promise<number> {
  const [row] = await visibleKey(tx, { accountId, displayId, actorId: actor.id }, viewOf(actor));
  return visible(row).id;
}

/**
 * In a transaction, for a command that locks the conversation of `findVisibleConversation` and reads it together with other
 * things: its row key. On SQLite, which has one writer, the conversation itself, which the same statement reads.
 * @throws AppError as `findVisibleConversation` does
 */
export async function findToLock(
  tx: Tx,
  accountId: number,
  displayId: number,
  actor: Viewer,
): Promise<number | ConversationRecord> {
  if (tx.isPostgres) return findVisibleKey(tx, accountId, displayId, actor);
  const [row] = await visibleRow(tx, { accountId, displayId, actorId: actor.id }, viewOf(actor));
  return found(await completeRow(tx, [visible(row)]), 'Conversation');
}

/** @throws AppError `not_found`; `access_denied` */
function visible<Row extends { inboxId: number; isVisible: boolean }>(row: Row | undefined): Row {
  const one = found(row, 'Conversation');
  if (!one.isVisible) throw notMember(one.inboxId);
  return one;
}

/** The kind of rule that decides which conversations are visible to `actor`. */
type View = 'everything' | 'bot' | 'user';

function viewOf({ role, type }: Viewer): View {
  if (role === 'administrator') return 'everything';
  return type === 'AgentBot' ? 'bot' : 'user';
}

type Seen = { accountId: number; displayId: number; actorId: number };

/** With what the event of a new message asks for. */
const visibleRow = prepared((db, values: Placeholders<Seen>, view: View) =>
  selectWithInbox(db)
    .where('c.account_id', '=', values.accountId)
    .where('c.display_id', '=', values.displayId)
    .select(sql<boolean>`exists (select 1 from webhooks w where w.account_id = c.account_id)`.as('hasWebhooks'))
    .select(VISIBLE[view](values.actorId).as('isVisible')),
);

const visibleKey = prepared((db, values: Placeholders<Seen>, view: View) =>
  db
    .selectFrom('conversations as c')
    .where('c.account_id', '=', values.accountId)
    .where('c.display_id', '=', values.displayId)
    .select(['c.id', 'c.inbox_id as inboxId', VISIBLE[view](values.actorId).as('isVisible')]),
);

const VISIBLE = {
  everything: () => sql<boolean>`${sql.lit(true)}`,
  user: (id) => sql<boolean>`(
    exists (select 1 from inbox_members where inbox_id = c.inbox_id and user_id = ${id})
    or exists (select 1 from team_members where team_id = c.team_id and user_id = ${id}))`,
  bot: (id) => sql<boolean>`(
    exists (select 1 from agent_bots where id = ${id} and account_id = c.account_id)
    or exists (select 1 from inboxes where id = c.inbox_id and agent_bot_id = ${id}))`,
} as const satisfies Record<View, (id: Expression<number>) => RawBuilder<boolean>>;

function notMember(inboxId: number): AppError {
  return accessDenied(`you are not a member of inbox ${inboxId}`);
}

function idsOf(rows: { id: number }[]): number[] {
  return rows.map(({ id }) => id);
}

const inboxesOfMember = remembered((db, values: Placeholders<{ accountId: number; userId: number }>) =>
  db
    .selectFrom('inbox_members as m')
    .innerJoin('inboxes as i', 'i.id', 'm.inbox_id')
    .where('m.user_id', '=', values.userId)
    .where('i.account_id', '=', values.accountId)
    .select('i.id'),
);

const ownBot = remembered((db, values: Placeholders<{ accountId: number; botId: number }>) =>
  db
    .selectFrom('agent_bots')
    .where('id', '=', values.botId)
    .where('account_id', '=', values.accountId)
    .select(sql.lit(1).as('one')),
);

const inboxesOfBot = remembered((db, values: Placeholders<{ accountId: number; botId: number }>) =>
  db
    .selectFrom('inboxes')
    .where('agent_bot_id', '=', values.botId)
    .where('account_id', '=', values.accountId)
    .select('id'),
);
