import type { Tx } from '../../db/tx.ts';
import type { Range } from './figures/periods.ts';
import { readFigures } from './figures/read-figures.ts';
import { botInboxes, countOfBots } from './queries.ts';

const PERCENT = 100;

/** How much goes on in inboxes with bots, and how often a bot resolved a conversation or handed it over, in percent. */
export async function readBotMetrics(tx: Tx, accountId: number, range: Range) {
  const inboxes = new Set((await botInboxes(tx, accountId)).map(String));
  const whose = { accountId, kind: 'inbox', subject: null } as const;
  const figures = await readFigures(tx, whose, range, ['conversations', 'outgoing_messages'], null);
  const ofBots = figures.filter(({ subject }) => inboxes.has(subject));
  const conversations = ofBots.reduce((sum, row) => sum + Number(row.conversations), 0);
  const rateOf = async (name: Parameters<typeof countOfBots>[2]) =>
    conversations === 0 ? 0 : Math.floor((PERCENT * (await countOfBots(tx, accountId, name, range))) / conversations);
  return {
    conversation_count: conversations,
    message_count: ofBots.reduce((sum, row) => sum + Number(row.outgoing_messages), 0),
    resolution_rate: await rateOf('conversation_bot_resolved'),
    handoff_rate: await rateOf('conversation_bot_handoff'),
  };
}
