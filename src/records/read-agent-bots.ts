import type { Tx } from '../db/tx.ts';
import type { AgentBotRecord } from './agent-bot.ts';
import { inList } from '../db/dialect.ts';
import { type Placeholders, prepared } from '../db/prepared.ts';
import { readByIds } from './read-by-ids.ts';

/** The columns of an `AgentBotRecord`; the bot is `b`. */
export const AGENT_BOT_COLUMNS = [
  'b.id',
  'b.account_id as accountId',
  'b.name',
  'b.description',
  'b.outgoing_url as outgoingUrl',
  'b.avatar_url as avatarUrl',
] as const;

/** The bots with these ids; one statement. */
export function readAgentBots(tx: Tx, botIds: number[]): Promise<AgentBotRecord[]> {
  return readByIds(botIds, (ids) => botsByIds(tx, { ids }));
}

const botsByIds = prepared((db, values: Placeholders<{ ids: string }>, _: void, tx) =>
  db
    .selectFrom('agent_bots as b')
    .where(inList(tx, 'b.id', values.ids))
    .select(AGENT_BOT_COLUMNS),
);
