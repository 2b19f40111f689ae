import { MESSAGE_TYPES } from '../../../entities/message.ts';
import type { MessageRecord } from '../../../records/message.ts';
import { unixSeconds } from '../../../time.ts';
import { attachmentBlock } from '../../../wire/message-blocks.ts';
import { publicAttributes, publicSender } from '../../../wire/public-blocks.ts';
import type { Shown } from '../../../wire/shape.ts';
import type { publicMessageShape } from './answers.ts';

export type PublicPlace = {
  /** The number of the conversation. */
  displayId: number;
  publicUrl: string;
  /** Whether the contact may see their stored values, which may otherwise be another person's. */
  isKnown: boolean;
};

/** A message as its contact sees it. */
export function presentPublicMessage(
  message: MessageRecord,
  { displayId, publicUrl, isKnown }: PublicPlace,
  echoId: string | number | null = null,
): Shown<typeof publicMessageShape> {
  const { attachments } = message;
  const isHidden = !isKnown && message.sender?.type === 'Contact';
  const sender = message.sender && isHidden ? { ...message.sender, name: '', avatarUrl: null } : message.sender;
  return {
    id: message.id,
    content: message.content,
    message_type: MESSAGE_TYPES.indexOf(message.messageType),
    content_type: message.contentType,
    content_attributes: publicAttributes(message),
    created_at: unixSeconds(message.createdAt),
    conversation_id: displayId,
    ...(attachments.length > 0 && {
      attachments: attachments.map((attachment) => attachmentBlock(attachment, message.accountId, publicUrl)),
    }),
    ...(sender && { sender: publicSender(sender) }),
    ...(echoId !== null && { echo_id: echoId }),
  };
}
