import { MESSAGE_TYPES } from '../../../entities/message.ts';
import type { MessageRecord } from '../../../records/message.ts';
import { unixSeconds } from '../../../time.ts';
import { attachmentBlock } from '../../../wire/message-blocks.ts';
import { publicAttributes, publicSender } from '../../../wire/public-blocks.ts';
import type { Shown } from '../../../wire/shape.ts';
import type { publicMessageShape } from './answers.ts';

/** A message as its contact sees it, with the arguments of `presentMessage`. */
export function presentPublicMessage(
  message: MessageRecord,
  displayId: number,
  publicUrl: string,
  echoId: string | number | null = null,
): Shown<typeof publicMessageShape> {
  const { attachments, sender } = message;
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
