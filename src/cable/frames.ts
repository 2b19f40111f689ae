import type { SocketSpec } from '../http/routes/route.ts';
import type { CableEvent } from '../wire/cable/event-shapes.ts';
import {
  confirmationShape,
  contactFrames,
  disconnectShape,
  messageShape,
  pingShape,
  rejectionShape,
  subscribeShape,
  teamFrames,
  unsubscribeShape,
  welcomeShape,
} from '../wire/cable/frame-shapes.ts';
import type { Shape } from '../wire/shape.ts';
import { PROTOCOLS } from './protocol.ts';

/** What each event on the socket tells. */
const TOLD: Record<CableEvent, string> = {
  'message.created': 'A message was created',
  'message.updated': 'A message changed',
  'first.reply.created': 'The team answered a conversation for the first time',
  'conversation.created': 'A conversation began',
  'conversation.status_changed': 'The status of a conversation changed',
  'conversation.updated': 'A conversation changed',
  'conversation.read': 'The contact has seen a conversation',
  'assignee.changed': 'A conversation has another assignee',
  'team.changed': 'A conversation has another team',
  'conversation.contact_changed': 'A conversation has another contact',
  'conversation.mentioned': 'The listener was mentioned in a conversation',
  'conversation.typing_on': 'Somebody began to write',
  'conversation.typing_off': 'Somebody ceased to write',
  'conversation.viewing': 'A member has opened a conversation, or closed it',
  'conversation.unread_count_changed':
    'The counts of unread conversations may have changed: fetch them. Where a single conversation was marked, its number and count are told',
  'conversation.deleted': 'Conversations of an inbox were deleted, at most 500 at once',
  'contact.created': 'A contact was created',
  'contact.updated': 'A contact changed',
  'contact.merged': 'A contact took another one in',
  'contact.deleted': 'A contact was deleted',
  'notification.created': 'The listener has a new notification',
  'notification.updated': 'A notification of the listener changed',
  'notification.deleted': 'A notification of the listener was deleted',
  'account.cache_invalidated': 'Labels, inboxes or teams have changed, or what members may see of them',
  'presence.update': 'Who is online: the answer to a subscription and to `update_presence`',
};

/** The frames of the socket, with what each is for. */
export const cableFrames: SocketSpec = {
  protocols: PROTOCOLS,
  sends: [
    { name: 'welcome', summary: 'The first frame', shape: welcomeShape },
    { name: 'ping', summary: 'Comes every three seconds', shape: pingShape },
    { name: 'confirm_subscription', summary: 'The subscription stands; comes once', shape: confirmationShape },
    { name: 'reject_subscription', summary: 'The subscription was refused, or has ended', shape: rejectionShape },
    { name: 'disconnect', summary: 'The last frame before the server closes the socket', shape: disconnectShape },
    ...events(teamFrames),
    ...events(contactFrames, ', as contacts hear it'),
  ],
  takes: [
    {
      name: 'subscribe',
      summary: 'Listen as a user in an account, or as a contact in an inbox',
      shape: subscribeShape,
    },
    {
      name: 'message',
      summary: 'Stay online, and ask who else is; or say which conversations are open',
      shape: messageShape,
    },
    { name: 'unsubscribe', summary: 'Listen no more; there is no answer', shape: unsubscribeShape },
  ],
};

function events(frames: Partial<Record<CableEvent, Shape>>, ending = '') {
  return Object.entries(frames).map(([name, shape]) => ({
    name,
    summary: `${TOLD[name as CableEvent]}${ending}`,
    shape,
  }));
}
