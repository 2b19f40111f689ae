import { isDeepStrictEqual } from 'node:util';
import { contactsIn, locationIn, nameOf } from '../../channels/shared-things.ts';
import { json } from '../../db/dialect.ts';
import type { Tx } from '../../db/tx.ts';
import type { SharedDetails, SharedType } from '../../entities/attachment.ts';
import type { Attributes } from '../../entities/columns.ts';
import { type AttachmentRecord, isFile, type MessageRecord } from '../../records/message.ts';
import { newToken } from '../../secrets.ts';

/** A place or a card that a message shares. */
export type SharedThing = { fileType: SharedType; details: SharedDetails };

/** More than anybody shares at once. */
const MOST = 15;
const TITLE_LENGTH = 255;

/** The shared things in attributes of a message: a location, and a card for each number of a person. */
export function sharedIn(attributes: Attributes): SharedThing[] {
  const place = locationIn(attributes);
  const cards = contactsIn(attributes).flatMap((contact): SharedThing[] => {
    const { firstName, lastName, phoneNumbers, emails } = contact;
    const titles = phoneNumbers.length > 0 ? phoneNumbers : [emails[0] ?? nameOf(contact)];
    return titles.map((title) => ({
      fileType: 'contact',
      details: { fallback_title: title, meta: { firstName, lastName } },
    }));
  });
  return [...(place ? [locationOf(place)] : []), ...cards].slice(0, MOST);
}

function locationOf({ latitude, longitude, name, address }: NonNullable<ReturnType<typeof locationIn>>): SharedThing {
  const title = [name, address].filter((part) => part !== '').join(', ');
  const details = {
    coordinates_lat: latitude,
    coordinates_long: longitude,
    fallback_title: title.slice(0, TITLE_LENGTH).toWellFormed(),
  };
  return { fileType: 'location', details };
}

/** Writes the rows of what a message shares without a file. */
export async function writeShared(
  tx: Tx,
  { accountId, conversationId, messageId }: { accountId: number; conversationId: number; messageId: number },
  shared: readonly SharedThing[],
  now: Date,
): Promise<AttachmentRecord[]> {
  const attachments: AttachmentRecord[] = [];
  for (const { fileType, details } of shared) {
    const file = { key: newToken(), filename: details.fallback_title };
    const { id } = await tx.db
      .insertInto('attachments')
      .values({
        account_id: accountId,
        conversation_id: conversationId,
        message_id: messageId,
        file_type: fileType,
        ...file,
        content_type: '',
        file_size: 0,
        details: json(details),
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const size = { contentType: '', fileSize: 0, width: null, height: null, thumbnailKey: null };
    attachments.push({ id, messageId, fileType, ...file, ...size, details });
  }
  return attachments;
}

/**
 * Replaces the shared things of the message `before` by those in its new attributes. Returns all its attachments; files and
 * unchanged things stay.
 */
export async function replaceShared(
  tx: Tx,
  { conversationId, message: before }: { conversationId: number; message: MessageRecord },
  attributes: Attributes,
  now: Date,
): Promise<AttachmentRecord[]> {
  const shared = sharedIn(attributes);
  if (isDeepStrictEqual(shared, sharedIn(before.contentAttributes))) return before.attachments;
  const present = before.attachments.filter((attachment) => !isFile(attachment));
  const kept: AttachmentRecord[] = [];
  for (const [index, { fileType, details }] of shared.entries()) {
    const attachment = present[index];
    if (attachment?.fileType !== fileType) break;
    const filename = details.fallback_title;
    await tx.db
      .updateTable('attachments')
      .set({ filename, details: json(details) })
      .where('id', '=', attachment.id)
      .execute();
    kept.push({ ...attachment, filename, details });
  }
  const ended = present.slice(kept.length).map(({ id }) => id);
  if (ended.length > 0) await tx.db.deleteFrom('attachments').where('id', 'in', ended).execute();
  const place = { accountId: before.accountId, conversationId, messageId: before.id };
  const added = await writeShared(tx, place, shared.slice(kept.length), now);
  return [...before.attachments.filter(isFile), ...kept, ...added];
}
