import { MESSAGE_TYPES } from '../../entities/message.ts';
import type { Attributes } from '../../entities/columns.ts';
import type { messageBlockShape } from '../block-shapes.ts';
import type { changesShape } from '../event-block-shapes.ts';
import { flatSender } from '../event-sender.ts';
import type { eventSenderShape } from '../event-sender-shapes.ts';
import type { messageCreatedShape } from '../payload-shapes.ts';
import { withoutSurveyUrl } from '../message-blocks.ts';
import type { Shown } from '../shape.ts';
import type {
  contactChangesShape,
  contactMessageShape,
  echoIdShape,
  PreviousChanges,
  teamChangesShape,
  teamMessageShape,
} from './message-shapes.ts';

// Messages for listeners of the socket.

type Sender = Shown<typeof eventSenderShape>;
type MessageBlock = Omit<Shown<typeof messageBlockShape>, 'sender'> & { sender: Sender };

/** The message of an event; `updatedAt` in ISO 8601. */
export function messageOfEvent(payload: Shown<typeof messageCreatedShape>, updatedAt: string): MessageBlock {
  const { message, conversation } = payload;
  const isSurvey = message.content_type === 'input_csat' && message.message_type !== 'incoming';
  // Clients show the survey itself, as with the messages that they fetch; receivers of events get a link to it.
  const content = isSurvey ? withoutSurveyUrl(message.content, conversation.uuid) : message.content;
  return {
    ...message,
    content,
    account_id: payload.account.id,
    inbox_id: payload.inbox.id,
    conversation_id: conversation.id,
    message_type: MESSAGE_TYPES.indexOf(message.message_type),
    updated_at: updatedAt,
    additional_attributes: payload.additional_attributes,
    external_source_ids: {},
    processed_message_content: content,
    sentiment: {},
    sender_type: message.sender?.type ?? null,
    sender_id: message.sender?.id ?? null,
    conversation: {
      assignee_id: conversation.assignee?.id ?? null,
      unread_count: conversation.unread_count,
      last_activity_at: conversation.last_activity_at,
      contact_inbox: { source_id: conversation.contact_inbox.source_id },
    },
  };
}

/** Facts about a message besides its block; `echoId` is its client's own id. */
export type MessageExtras = { echoId?: string | number | undefined; previousChanges?: PreviousChanges };

/** The further keys of a new or changed message. */
type More<Changes> = { echo_id?: Shown<typeof echoIdShape>; previous_changes?: Shown<Changes> };

/** The block of answers, or of events, which omits an empty list of attachments. */
type TeamBlock = Omit<MessageBlock, 'attachments'> & Partial<Pick<MessageBlock, 'attachments'>>;

/** For the team; without sender and attachments where there are none. */
export function messageForTeam(
  block: TeamBlock,
  { echoId, previousChanges }: MessageExtras,
): Shown<typeof teamMessageShape> & More<typeof teamChangesShape> {
  const { sender: from, attachments = [], ...message } = block;
  const sender = flatSender(from);
  return {
    ...message,
    ...(echoId !== undefined && { echo_id: echoId }),
    ...(attachments.length > 0 && { attachments }),
    ...(sender && { sender }),
    ...(previousChanges && { previous_changes: previousChanges }),
  };
}

/** For the contact: what clients of contacts read. */
export function messageForContact(
  block: MessageBlock,
  { echoId, previousChanges }: MessageExtras,
): Shown<typeof contactMessageShape> & More<typeof contactChangesShape> {
  const { attachments } = block;
  const sender = flatSender(block.sender);
  const attributesBefore = previousChanges?.['content_attributes'];
  return {
    id: block.id,
    account_id: block.account_id,
    inbox_id: block.inbox_id,
    conversation_id: block.conversation_id,
    content: block.content,
    content_type: block.content_type,
    content_attributes: only(SHOWN_ATTRIBUTES, block.content_attributes),
    additional_attributes: only(SHOWN_SENDER, block.additional_attributes),
    message_type: block.message_type,
    created_at: block.created_at,
    status: block.status,
    sender_type: block.sender_type,
    ...(echoId !== undefined && { echo_id: echoId }),
    ...(attachments.length > 0 && { attachments }),
    ...(sender && { sender: senderForContact(sender) }),
    ...(previousChanges && {
      previous_changes: attributesBefore
        ? { content_attributes: attributesBefore.map((value) => only(SHOWN_ATTRIBUTES, (value ?? {}) as Attributes)) }
        : {},
    }),
  };
}

export function previousChanges(changes: Shown<typeof changesShape>): PreviousChanges {
  return Object.fromEntries(
    changes
      .flatMap((change) => Object.entries(change))
      .map(([column, { previous_value, current_value }]) => [column, [previous_value, current_value]]),
  );
}

function senderForContact(sender: NonNullable<ReturnType<typeof flatSender>>) {
  return {
    id: sender.id,
    name: sender.name,
    available_name: 'available_name' in sender ? sender.available_name : sender.name,
    avatar_url: sender.avatar_url,
    thumbnail: sender.thumbnail,
    type: sender.type,
  };
}

const SHOWN_ATTRIBUTES = [
  'deleted',
  'in_reply_to',
  'items',
  'submitted_values',
  'submitted_email',
  'display_type',
  'button_label',
  'data',
];
const SHOWN_SENDER = ['sender_name', 'sender_avatar_url'];

function only(keys: string[], attributes: object): object {
  return Object.fromEntries(Object.entries(attributes).filter(([key]) => keys.includes(key)));
}
