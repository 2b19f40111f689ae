import type { App } from '../../../app.ts';
import { createMessage } from '../../../conversations/messages/create-message.ts';
import { type CreatedMessage, newMessage } from '../../../conversations/messages/new-message.ts';
import type { Tx } from '../../../db/tx.ts';
import type { Actor } from '../../../records/actor.ts';
import { askDyte, dyteHook, textGranted } from './ask-dyte.ts';

/**
 * Creates a room for a video call, and returns its id. Not for use in a transaction.
 * @throws AppError as `dyteHook` and `textGranted`
 */
export async function createMeeting(app: App, tx: Tx, accountId: number, actor: Actor): Promise<string> {
  const hook = await dyteHook(tx, accountId);
  return textGranted(app, await askDyte(app, tx, hook, 'POST', '/meetings', { title: titleBy(actor) }), 'id');
}

/** Tells the contact of the conversation of a meeting, in a message. @throws AppError as `createMessage` */
export function announceMeeting(
  tx: Tx,
  conversationId: number,
  meetingId: string,
  actor: Actor,
  now: Date,
): Promise<CreatedMessage> {
  const message = newMessage({
    content: titleBy(actor),
    contentType: 'integrations',
    contentAttributes: { type: 'dyte', data: { meeting_id: meetingId } },
    actor,
  });
  return createMessage(tx, conversationId, message, now);
}

const titleBy = ({ displayName, name }: Actor) => `${displayName ?? name} has started a meeting`;
