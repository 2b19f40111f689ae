import { urlForReaders } from '../addresses.ts';
import { integer, named, nullable, oneOf, type Shown, text } from './shape.ts';
import type { AgentBotRecord } from '../records/agent-bot.ts';
import type { agentBotEventShape } from './event-block-shapes.ts';

/** The only type of bot: it receives events at its own address. */
export const BOT_TYPE = 'webhook';

/** A bot inside an answer, such as a conversation. Without `outgoing_url` for a bot of the installation. */
export function agentBotBlock(bot: AgentBotRecord): Shown<typeof agentBotBlockShape> {
  return {
    id: bot.id,
    name: bot.name,
    description: bot.description,
    thumbnail: bot.avatarUrl ?? '',
    ...(bot.accountId !== null && { outgoing_url: urlForReaders(bot.outgoingUrl) }),
    bot_type: BOT_TYPE,
  };
}

export const agentBotBlockShape = named(
  'AgentBotBlock',
  { id: integer, name: text, description: nullable(text), thumbnail: text, bot_type: oneOf([BOT_TYPE]) },
  { outgoing_url: nullable(text) },
);

/** A bot inside an event, without its address: events go to other servers. */
export function agentBotEventBlock(bot: AgentBotRecord): Shown<typeof agentBotEventShape> {
  return {
    id: bot.id,
    name: bot.name,
    available_name: bot.name,
    avatar_url: bot.avatarUrl ?? '',
    thumbnail: bot.avatarUrl ?? '',
    type: 'agent_bot',
  };
}
