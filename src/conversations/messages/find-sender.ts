import type { Actor } from '../../records/actor.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import type { SenderRecord } from '../../records/message.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import type { MessageType } from '../../entities/message.ts';
import { found } from '../../errors.ts';
import { isUsableBy } from '../../records/usable-bots.ts';

/**
 * Who a new message is from: the contact, whoever creates it, or the bot that a user names; null = the system.
 * @throws AppError `not_found`, "Agent bot not found", for a bot that the account has not
 */
export async function findSender(
  em: EntityManager,
  conversation: ConversationRecord,
  { messageType, actor, botId }: { messageType: MessageType; actor: Actor | null; botId: number | null },
): Promise<SenderRecord | null> {
  if (messageType === 'incoming') return { ...conversation.contact, type: 'Contact', displayName: null };
  if (actor === null || actor.type === 'PlatformApp') return null;
  if (actor.type === 'User' && botId !== null) return findBot(em, conversation.account.id, botId);
  return { ...actor, type: actor.type, phoneNumber: null, identifier: null };
}

/** A bot of the account, or of the installation. */
async function findBot(em: EntityManager, accountId: number, id: number): Promise<SenderRecord> {
  const bot = await db(em)
    .selectFrom('agent_bots')
    .select(['id', 'name', 'avatar_url as avatarUrl'])
    .where('id', '=', id)
    .where(isUsableBy(accountId))
    .executeTakeFirst();
  const nothing = { displayName: null, email: null, phoneNumber: null, identifier: null };
  return { type: 'AgentBot', ...nothing, ...found(bot, 'Agent bot') };
}
