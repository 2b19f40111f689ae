import { AVAILABILITIES } from '../../entities/account-user.ts';
import { contactBlockShape, userBlockShape } from '../block-shapes.ts';
import { conversationBlockShape, statusShape } from '../event-block-shapes.ts';
import { toldNotificationShape } from '../notification-blocks.ts';
import { flag, integer, list, oneOf, seconds, type Shape, shape, text } from '../shape.ts';
import { contactConversationShape, contactTypistShape, teamTypistShape } from './conversation-shapes.ts';
import {
  contactChangesShape,
  contactMessageShape,
  echoIdShape,
  teamChangesShape,
  teamMessageShape,
} from './message-shapes.ts';

// The `data` of each event on the socket. `performer` is the user who caused it. Events with the present state of a
// conversation name no one, because others may have changed it too.

const event_id: Shape<number> = { ...integer, description: 'The number of the event, as in `GET .../events`' };
const performer = userBlockShape;

/** The `data` of an event about `subject`: its properties, those in `required` and `optional`, and the account. */
function about(subject: Shape, required: Record<string, Shape> = {}, optional: Record<string, Shape> = {}): Shape {
  const { title: _, properties, required: own, ...rest } = subject;
  return {
    ...rest,
    properties: { ...(properties as object), ...required, ...optional, account_id: integer },
    required: [...new Set([...(own as string[]), ...Object.keys(required), 'account_id'])],
  };
}

const nothing = shape({});
const typing = (conversation: Shape, user: Shape) => shape({ conversation, user, is_private: flag });
const counts = { unread_count: integer, count: integer };
const idsTo = (value: Shape, description: string): Shape => ({
  type: 'object',
  additionalProperties: value,
  description,
  example: { 3: 'online' },
});
const users = idsTo(oneOf(AVAILABILITIES), 'The availability of each user who is online, by id');
const contacts = idsTo(oneOf(['online']), 'The contacts who are online, by id');

/** What the team hears. */
export const teamEventShapes = {
  // Activities are no events, and have no number.
  'message.created': about(teamMessageShape, {}, { event_id, echo_id: echoIdShape, performer }),
  'message.updated': about(teamMessageShape, { event_id, previous_changes: teamChangesShape }, { performer }),
  'first.reply.created': about(teamMessageShape, {}, { performer }),
  'conversation.created': about(conversationBlockShape, { event_id }, { performer }),
  'conversation.status_changed': about(conversationBlockShape, { event_id, previous_status: statusShape }),
  'conversation.updated': about(conversationBlockShape, { event_id }),
  'conversation.read': about(conversationBlockShape),
  'assignee.changed': about(conversationBlockShape),
  'team.changed': about(conversationBlockShape),
  'conversation.contact_changed': about(conversationBlockShape, {}, { performer }),
  'conversation.mentioned': about(conversationBlockShape, {}, { performer }),
  'conversation.typing_on': about(typing(conversationBlockShape, teamTypistShape), { event_id }, { performer }),
  'conversation.typing_off': about(typing(conversationBlockShape, teamTypistShape), { event_id }, { performer }),
  'conversation.viewing': about(
    shape({ conversation_id: integer, user: userBlockShape, is_viewing: flag }),
    {},
    { performer },
  ),
  'conversation.unread_count_changed': about(
    nothing,
    {},
    { conversation_id: integer, unread_count: integer, agent_last_seen_at: seconds, performer },
  ),
  'conversation.deleted': about(
    shape({ ids: { ...list(integer), description: 'The numbers of the conversations' } as Shape, inbox_id: integer }),
    {},
    { performer },
  ),
  'contact.created': about(contactBlockShape, { event_id }, { performer }),
  'contact.updated': about(contactBlockShape, { event_id }, { performer }),
  'contact.merged': about(contactBlockShape, {}, { performer }),
  'contact.deleted': about(contactBlockShape, {}, { performer }),
  'notification.created': about(shape({ notification: toldNotificationShape, ...counts }), {}, { performer }),
  'notification.updated': about(shape({ notification: toldNotificationShape, ...counts }), {}, { performer }),
  'notification.deleted': about(shape({ notification: shape({ id: integer }), ...counts }), {}, { performer }),
  'account.cache_invalidated': about(
    shape({ cache_keys: shape({ label: text, inbox: text, team: text }) }),
    {},
    { performer },
  ),
  'presence.update': about(shape({ users, contacts })),
} as const satisfies Record<string, Shape>;

/** What contacts hear. */
export const contactEventShapes = {
  'message.created': about(contactMessageShape, { event_id }, { echo_id: echoIdShape }),
  'message.updated': about(contactMessageShape, { event_id, previous_changes: contactChangesShape }),
  'conversation.created': about(contactConversationShape, { event_id }),
  'conversation.status_changed': about(contactConversationShape, { event_id }),
  'conversation.updated': about(contactConversationShape, { event_id }),
  'conversation.typing_on': about(typing(contactConversationShape, contactTypistShape), { event_id }),
  'conversation.typing_off': about(typing(contactConversationShape, contactTypistShape), { event_id }),
  'presence.update': about(shape({ users })),
} as const satisfies Partial<Record<keyof typeof teamEventShapes, Shape>>;

/** The name of an event on the socket. */
export type CableEvent = keyof typeof teamEventShapes;
