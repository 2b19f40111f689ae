import type { Attributes } from '../../entities/columns.ts';
import { invalidField } from '../../errors.ts';
import type { Actor, StoredFile } from '../../events/facts.ts';
import type { NewMessage } from './create-message.ts';
import type { MessageBody } from './schema.ts';

/**
 * What a request says, as the message that `actor` wants to create.
 * @throws AppError `invalid` when it has neither content nor attachments nor items
 */
export function newMessage(body: MessageBody, files: StoredFile[], actor: Actor): NewMessage {
  const contentAttributes = body.content_attributes ?? {};
  if (!body.content?.trim() && files.length === 0 && !hasItems(contentAttributes)) {
    throw invalidField('content', "can't be blank unless there are attachments or content_attributes.items");
  }
  return {
    messageType: body.message_type,
    content: body.content ?? null,
    contentType: body.content_type ?? 'text',
    contentAttributes,
    additionalAttributes: body.additional_attributes ?? {},
    private: body.private ?? false,
    sourceId: body.source_id ?? null,
    files,
    reopens: true,
    actor,
  };
}

function hasItems({ items }: Attributes): boolean {
  return Array.isArray(items) && items.length > 0;
}
