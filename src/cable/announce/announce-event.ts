import type { RecordedEventType } from '../../entities/event.ts';
import type { CableEvent } from '../../wire/cable/event-shapes.ts';
import { conversationForContact, typistForContact, typistForTeam } from '../../wire/cable/conversation-data.ts';
import {
  type MessageExtras,
  messageForContact,
  messageForTeam,
  messageOfEvent,
  previousChanges,
} from '../../wire/cable/message-data.ts';
import type { conversationBlockShape } from '../../wire/event-block-shapes.ts';
import type {
  contactCreatedShape,
  conversationUpdatedShape,
  messageCreatedShape,
  messageUpdatedShape,
  typingShape,
} from '../../wire/payload-shapes.ts';
import type { Shown } from '../../wire/shape.ts';
import type { Announcement } from './announcement.ts';

/** An event as it was recorded; `createdAt` in ISO 8601. */
export type HeardEvent = { id: number; type: RecordedEventType; accountId: number; createdAt: string; payload: string };

/** Facts besides the events: the clients' own ids of messages, and typing users. */
export type Known = {
  echoOf(messageId: number): string | number | undefined;
  typistOf(type: string, id: number): { available_name: string; avatar_url: string } | null;
};

/** The announcements of an event to listeners, in order. */
export function announceEvent(event: HeardEvent, known: Known): Announcement[] {
  return announcers[event.type]?.(event, known) ?? [];
}

const announcers: { [Type in RecordedEventType]?: (event: HeardEvent, known: Known) => Announcement[] } = {
  message_created: (event, known) => announceMessage('message.created', event, known),
  message_updated: (event, known) => announceMessage('message.updated', event, known),
  conversation_created: (event) => [announceConversation('conversation.created', event)],
  conversation_status_changed: (event) => [announceConversation('conversation.status_changed', event), unread(event)],
  conversation_updated: announceUpdate,
  conversation_typing_on: (event, known) => [announceTyping('conversation.typing_on', event, known)],
  conversation_typing_off: (event, known) => [announceTyping('conversation.typing_off', event, known)],
  contact_created: (event) => [announceContact('contact.created', event)],
  contact_updated: (event) => [announceContact('contact.updated', event)],
};

function announceMessage(name: CableEvent, event: HeardEvent, known: Known): Announcement[] {
  const payload = read<typeof messageCreatedShape & Partial<typeof messageUpdatedShape>>(event);
  const changes = (payload as Partial<Shown<typeof messageUpdatedShape>>).changed_attributes;
  const block = messageOfEvent(payload, event.createdAt);
  const isNew = name === 'message.created';
  const extras: MessageExtras = {
    echoId: isNew ? known.echoOf(block.id) : undefined,
    ...(changes && { previousChanges: previousChanges(changes) }),
  };
  const team = messageForTeam(block, extras);
  const isForContact = !payload.private && payload.message_type !== 'activity';
  const told = { ...messageForContact(block, extras), event_id: event.id };
  const announced: Announcement = {
    accountId: event.accountId,
    event: name,
    team: { ...teamOf(payload.conversation), data: { ...team, event_id: event.id } },
    contact: isForContact
      ? {
          ...contactOf(payload.conversation),
          data: told,
          ...(told.sender?.type === 'contact' && {
            dataForUnknown: { ...told, sender: { ...told.sender, ...NAMELESS } },
          }),
        }
      : null,
  };
  return isNew && payload.message_type === 'incoming' ? [announced, unread(event)] : [announced];
}

const NAMELESS = { name: '', available_name: '', avatar_url: '', thumbnail: '' };

function announceConversation(name: CableEvent, event: HeardEvent): Announcement {
  const { conversation } = read<typeof conversationUpdatedShape>(event);
  return {
    accountId: event.accountId,
    event: name,
    team: { ...teamOf(conversation), data: { ...conversation, event_id: event.id } },
    contact: {
      ...contactOf(conversation),
      data: { ...conversationForContact(conversation), event_id: event.id },
    },
  };
}

/** Some changes of a conversation have an event of their own on the socket, which only the team hears. */
function announceUpdate(event: HeardEvent): Announcement[] {
  const { conversation, changed_attributes: changes } = read<typeof conversationUpdatedShape>(event);
  const forTeam = (name: CableEvent, data: object): Announcement => ({
    accountId: event.accountId,
    event: name,
    team: { ...teamOf(conversation), data },
    contact: null,
  });
  const has = (column: string) => changes.some((change) => column in change);
  const [reply] = conversation.messages;
  return [
    ...(has('first_reply_created_at') && reply ? [forTeam('first.reply.created', messageForTeam(reply, {}))] : []),
    ...(has('assignee_id') || has('assignee_agent_bot_id') ? [forTeam('assignee.changed', conversation)] : []),
    ...(has('team_id') ? [forTeam('team.changed', conversation)] : []),
    announceConversation('conversation.updated', event),
    // They are counted by team and by label, too.
    ...(has('team_id') || has('label_list') ? [unread(event)] : []),
  ];
}

/** Contacts are not told of what is private, and no one of their own typing. */
function announceTyping(name: CableEvent, event: HeardEvent, known: Known): Announcement {
  const payload = read<typeof typingShape>(event);
  const { conversation, user, is_private } = payload;
  const typist = known.typistOf(user.type, user.id);
  return {
    accountId: event.accountId,
    event: name,
    team: {
      ...teamOf(conversation),
      ...(user.type === 'user' && { exceptUserId: user.id }),
      data: { conversation, user: typistForTeam(payload, typist), is_private, event_id: event.id },
    },
    contact:
      is_private || user.type === 'contact'
        ? null
        : {
            ...contactOf(conversation),
            data: {
              conversation: conversationForContact(conversation),
              user: typistForContact(payload, typist),
              is_private,
              event_id: event.id,
            },
          },
  };
}

function announceContact(name: CableEvent, event: HeardEvent): Announcement {
  const { contact } = read<typeof contactCreatedShape>(event);
  return {
    accountId: event.accountId,
    event: name,
    team: { inboxId: null, data: { ...contact, event_id: event.id } },
    contact: null,
  };
}

/** The counts of unread conversations may have changed; clients fetch them. */
function unread(event: HeardEvent): Announcement {
  const { inbox } = read<typeof conversationUpdatedShape>(event);
  return {
    accountId: event.accountId,
    event: 'conversation.unread_count_changed',
    team: { inboxId: inbox.id, data: {} },
    contact: null,
  };
}

/** The team of the conversation's inbox, who are told of the conversation. */
function teamOf({ inbox_id: inboxId, channel }: Shown<typeof conversationBlockShape>) {
  return { inboxId, contactIn: { inboxId, channel } };
}

function contactOf({ contact, contact_inbox, meta }: Shown<typeof conversationBlockShape>) {
  return { contactInboxId: contact_inbox.id, contactId: contact.id, isVerified: meta.hmac_verified };
}

/** Events have the payload of their type. */
function read<S>({ payload }: HeardEvent): Shown<S> {
  return JSON.parse(payload) as Shown<S>;
}
