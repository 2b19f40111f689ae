import { db, type EntityManager } from '../../db/orm.ts';
import type { MessageType } from '../../entities/message.ts';
import { found } from '../../errors.ts';
import type { Actor, SenderFacts } from '../../events/facts.ts';
import type { ConversationRow } from '../../events/select-conversations.ts';
import { isUsableBy } from '../../events/usable-bots.ts';

/**
 * Who a new message is from: the contact, whoever creates it, or the bot that a user names; null = the system.
 * @throws AppError `not_found`, "Agent bot not found", for a bot that the account has not
 */
export async function findSender(
  em: EntityManager,
  conversation: ConversationRow,
  { messageType, actor, botId }: { messageType: MessageType; actor: Actor | null; botId: number | null },
): Promise<SenderFacts | null> {
  if (messageType === 'incoming') return { ...conversation.contact, type: 'Contact', displayName: null };
  if (actor === null || actor.type === 'PlatformApp') return null;
  if (actor.type === 'User' && botId !== null) return findBot(em, conversation.account.id, botId);
  return { ...actor, type: actor.type, phoneNumber: null, identifier: null };
}

/** A bot of the account, or of the installation. */
async function findBot(em: EntityManager, accountId: number, id: number): Promise<SenderFacts> {
  const bot = await db(em)
    .selectFrom('agent_bots')
    .select(['id', 'name', 'avatar_url as avatarUrl'])
    .where('id', '=', id)
    .where(isUsableBy(accountId))
    .executeTakeFirst();
  const nothing = { displayName: null, email: null, phoneNumber: null, identifier: null };
  return { type: 'AgentBot', ...nothing, ...found(bot, 'Agent bot') };
}
