import { object } from 'yup';
import { providerHttp } from '../../channels/provider-http.ts';
import { AppError, orNull } from '../../errors.ts';
import { integer } from '../../fields.ts';
import { readConversation } from '../../records/read-conversations.ts';
import { findReceivingInbox } from '../../resources/provider_callbacks/receiving-inbox.ts';
import type { JobHandler } from '../queue/handler.ts';

const payloadOf = object({ conversation_id: integer().required() });

/**
 * Tells the provider of an inbox what the team has read in a conversation: the newest message of the contact that was there when
 * the team last looked. A refusal is only logged: it changes nothing for the team.
 * @throws AppError `unavailable` when the provider may take it later
 */
export const markRead: JobHandler = async (app, payload) => {
  const { conversation_id: id } = payloadOf.validateSync(payload);
  const conversation = await orNull(() => readConversation(app.tx(), id));
  const inbox = conversation && (await findReceivingInbox(app.tx(), conversation.inbox.id));
  if (!conversation?.agentLastSeenAt || !inbox) return;
  const { receivers } = await import('../../channels/receiving/find-receiver.ts');
  const newest = await app
    .tx()
    .db.selectFrom('messages')
    .select('content_attributes as contentAttributes')
    .where('conversation_id', '=', id)
    .where('message_type', '=', 'incoming')
    .where('created_at', '<=', conversation.agentLastSeenAt)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!newest) return;
  const means = { http: await providerHttp(), urls: app.config.channels, channel: inbox.channel };
  try {
    await receivers[inbox.provider]?.markRead?.(newest.contentAttributes, means);
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') throw error;
    app.log.warn({ err: error, inbox: inbox.inboxId }, 'a provider cannot be told what the team has read');
  }
};
