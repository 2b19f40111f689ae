import type { Tx } from '../db/tx.ts';
import { AGENT_BOT, type AgentBotRecord } from './agent-bot.ts';
import { inList } from '../db/dialect.ts';
import { type Placeholders, remembered } from '../db/prepared.ts';
import { columns } from './columns.ts';
import { readByIds } from './read-by-ids.ts';

/** The bots with these ids, of any account and of the installation; one statement, in no particular order. */
export function readAgentBots(tx: Tx, botIds: number[]): Promise<AgentBotRecord[]> {
  return readByIds(botIds, (ids) => botsByIds(tx, { ids }));
}

const botsByIds = remembered((db, values: Placeholders<{ ids: string }>, _: void, tx) =>
  db
    .selectFrom('agent_bots as b')
    .where(inList(tx, 'b.id', values.ids))
    .select(columns('b', AGENT_BOT)),
);
