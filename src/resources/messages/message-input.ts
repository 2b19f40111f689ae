import type { Actor } from '../../records/actor.ts';
import type { StoredFile } from '../../storage/stored-file.ts';
import type { Attributes } from '../../entities/columns.ts';
import type { Differences } from '../../dialect.ts';
import { invalidField } from '../../errors.ts';
import { checkItems } from './check-items.ts';
import { MOST_FILES, type NewMessage } from '../../conversations/messages/new-message.ts';
import { SENDING_ATTRIBUTES } from '../../entities/message.ts';
import type { MessageBody } from './schema.ts';

/** Attributes of a message that only the server sets. */
const OWN_KEYS: readonly string[] = ['deleted', 'translations', ...SENDING_ATTRIBUTES];
/** Containers that can hold only sound. */
const CONTAINER = /^video\/(webm|mp4|ogg)$/;

/**
 * Checks what schema.ts cannot: the content of a new message together with its files.
 * @throws AppError `invalid` without content, attachments and items, with too many attachments, or with items that the
 *   type of content does not have
 */
export function checkContent(body: MessageBody, files: readonly unknown[], { takesTemplatesAlone }: Differences): void {
  const contentAttributes = body.content_attributes ?? {};
  const isTemplate = takesTemplatesAlone && !isNone(body.template_params);
  if (!body.content?.trim() && files.length === 0 && !hasItems(contentAttributes) && !isTemplate) {
    throw invalidField('content', "can't be blank unless there are attachments or content_attributes.items");
  }
  if (files.length > MOST_FILES) {
    throw invalidField('attachments', `exceeded maximum allowed (maximum is ${MOST_FILES})`);
  }
  checkItems(body.content_type ?? 'text', contentAttributes);
}

/**
 * The input for a new message by `actor` (null = not known yet), made from a request that `checkContent` has checked, without the attributes
 * that only the server sets.
 */
export function messageInput(body: MessageBody, files: StoredFile[], actor: Actor | null): NewMessage {
  return {
    messageType: body.message_type,
    content: body.content ?? null,
    contentType: body.content_type ?? 'text',
    contentAttributes: contentAttributesOf(body),
    additionalAttributes: additionalAttributesOf(body),
    private: body.private ?? false,
    sourceId: body.source_id || null,
    recipients: { cc_emails: body.cc_emails, bcc_emails: body.bcc_emails, to_emails: body.to_emails },
    files: body.is_voice_message ? files.map(asSound) : files,
    reopens: true,
    actor,
    echoId: body.echo_id,
    botId: body.sender_type === 'AgentBot' ? (body.sender_id ?? null) : null,
  };
}

function contentAttributesOf(body: MessageBody): Attributes {
  const given = Object.entries(body.content_attributes ?? {}).filter(([key]) => !OWN_KEYS.includes(key));
  return {
    ...Object.fromEntries(given),
    ...(!isNone(body.external_created_at) && { external_created_at: body.external_created_at }),
    ...(body.is_voice_message && { is_voice_message: true }),
  };
}

function additionalAttributesOf(body: MessageBody): Attributes {
  return {
    ...body.additional_attributes,
    ...(!isNone(body.campaign_id) && { campaign_id: body.campaign_id }),
    ...(!isNone(body.template_params) && { template_params: body.template_params }),
  };
}

function hasItems({ items }: Attributes): boolean {
  return Array.isArray(items) && items.length > 0;
}

/** Browsers record sound in containers whose type is a video's. */
function asSound(file: StoredFile): StoredFile {
  return { ...file, contentType: file.contentType.replace(CONTAINER, 'audio/$1') };
}

function isNone<T>(value: T | null | undefined): value is null | undefined {
  return value === null || value === undefined;
}
