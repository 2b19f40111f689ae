import { urlForReaders } from '../../addresses.ts';
import { BOT_TYPE } from '../../wire/agent-bot-block.ts';
import type { Shown } from '../../wire/shape.ts';
import { iso } from '../../time.ts';
import type { agentBotShape, botWithTokenShape, platformBotShape } from './answers.ts';
import type { AgentBotRow } from './queries.ts';

/** A bot for members of an account. Without `withSecret`, its signing secret and the credentials in its address are left out. */
export function presentAgentBot(
  bot: AgentBotRow,
  { withSecret }: { withSecret: boolean },
): Shown<typeof agentBotShape> {
  const isSystemBot = bot.accountId === null;
  return {
    id: bot.id,
    name: bot.name,
    description: bot.description,
    thumbnail: bot.avatarUrl ?? '',
    ...(!isSystemBot && { outgoing_url: withSecret ? bot.outgoingUrl : urlForReaders(bot.outgoingUrl) }),
    bot_type: BOT_TYPE,
    bot_config: bot.botConfig,
    account_id: bot.accountId,
    system_bot: isSystemBot,
    ...(!isSystemBot && {
      loop_stopped_at: iso(bot.loopStoppedAt),
      loop_conversation_id: bot.loopConversationId,
      ...(withSecret && { secret: bot.secret }),
    }),
  };
}

/** An account's own bot with all its values and its new token, which is shown only this once. */
export function presentBotWithToken(bot: AgentBotRow, accessToken: string): Shown<typeof botWithTokenShape> {
  return {
    access_token: accessToken,
    ...presentAgentBot(bot, { withSecret: true }),
    outgoing_url: bot.outgoingUrl,
    loop_stopped_at: iso(bot.loopStoppedAt),
    loop_conversation_id: bot.loopConversationId,
    secret: bot.secret,
  };
}

/** A bot in the Platform API; `accessToken` null = the token is not new, and not shown. */
export function presentPlatformBot(
  bot: AgentBotRow,
  accessToken: string | null = null,
): Shown<typeof platformBotShape> {
  return {
    id: bot.id,
    name: bot.name,
    description: bot.description,
    thumbnail: bot.avatarUrl ?? '',
    outgoing_url: bot.outgoingUrl,
    account_id: bot.accountId,
    access_token: accessToken,
    secret: bot.secret,
  };
}
