import type { Tx } from '../../db/tx.ts';
import { paged, type Rows } from '../../db/pages/paged.ts';
import { found } from '../../errors.ts';
import { AGENT_BOT } from '../../records/agent-bot.ts';
import { columns } from '../../records/columns.ts';
import { permittedIds } from '../platform_tokens/permissions.ts';
import { isUsableBy } from '../../records/usable-bots.ts';

/** A bot with its signing secret in the clear. `secret` null = it has none; `accountId` null = the installation's. */
export type AgentBotRow = ReturnType<typeof toBot>;

/**
 * The bots that an account may use, its own and the installation's, by id; one page, or all with `page` null.
 */
export async function listBots(tx: Tx, accountId: number, page: Rows | null = null): Promise<AgentBotRow[]> {
  const query = selectUsableBots(tx, accountId).orderBy('b.id');
  const rows = await paged(query, page).execute();
  return rows.map((row) => toBot(tx, row));
}

/** The account's or the installation's bot with this id; null = there is none. */
export async function findBot(tx: Tx, accountId: number, id: number): Promise<AgentBotRow | null> {
  const row = await selectUsableBots(tx, accountId).where('b.id', '=', id).executeTakeFirst();
  return row ? toBot(tx, row) : null;
}

/** The account's own bot with this id; null when there is none. An account cannot change bots of the installation. */
export async function findOwnBot(tx: Tx, accountId: number, id: number): Promise<AgentBotRow | null> {
  const bot = await findBot(tx, accountId, id);
  return bot?.accountId === accountId ? bot : null;
}

/** The bots that the platform app may manage, by id; one page, or all with `page` null. */
export async function listPermittedBots(tx: Tx, platformAppId: number, page: Rows | null): Promise<AgentBotRow[]> {
  const query = selectBots(tx)
    .where('b.id', 'in', permittedIds(tx, platformAppId, 'AgentBot'))
    .orderBy('b.id');
  const rows = await paged(query, page).execute();
  return rows.map((row) => toBot(tx, row));
}

/** The bot with this id. @throws AppError `not_found`, "Agent bot not found", when it has been deleted */
export async function readBot(tx: Tx, id: number): Promise<AgentBotRow> {
  return toBot(tx, found(await selectBots(tx).where('b.id', '=', id).executeTakeFirst(), 'Agent bot'));
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectBots>['execute']>>[number];

function selectUsableBots(tx: Tx, accountId: number) {
  return selectBots(tx).where(isUsableBy(accountId));
}

function selectBots(tx: Tx) {
  return tx.db
    .selectFrom('agent_bots as b')
    .select(columns('b', [...AGENT_BOT, 'botConfig', 'sealedSecret', 'loopStoppedAt', 'loopConversationId']));
}

function toBot(tx: Tx, { sealedSecret, ...row }: Selected) {
  return { ...row, secret: sealedSecret === null ? null : tx.installation.vault.open(sealedSecret) };
}
