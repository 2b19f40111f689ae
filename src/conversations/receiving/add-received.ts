import type { Provider } from '../../channels/providers.ts';
import type { ReceivedMessage } from '../../channels/receiving/receiver.ts';
import { sourceKey } from '../../channels/receiving/source-key.ts';
import { showUnsupported } from '../../channels/receiving/unsupported.ts';
import { takeAdvisoryLock } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';
import type { Attributes } from '../../entities/columns.ts';
import type { AccountRecord } from '../../records/account.ts';
import type { MessageRecord } from '../../records/message.ts';
import { actorOf, type ContactCaller } from '../../records/public/contact-caller.ts';
import { startWithMessage } from '../create-conversation.ts';
import { createMessage } from '../messages/create-message.ts';
import { editMessage } from '../messages/edit-message.ts';
import { type NewMessage, newMessage } from '../messages/new-message.ts';
import { findMessage } from '../messages/queries.ts';
import { chooseConversation, chooseQuietly } from './choose-conversation.ts';
import { findAsked, noteChoice } from './note-choice.ts';
import { findBySource, hasOneSource, type MessagePlace, removeSource, writeSources } from './message-sources.ts';
import { addToAlbum } from './add-to-album.ts';
import { receivedContent } from './received-content.ts';
import { ruleFor } from './received-kinds.ts';
import { lackingFiles, writeReceivedFiles } from './received-files.ts';
import { sharedIn } from '../messages/write-shared.ts';

/** Where a received message belongs. */
export type ReceivingPlace = { account: AccountRecord; inboxId: number; provider: Provider; caller: ContactCaller };

/**
 * Adds a received message to a conversation of its contact, or to a new one. A message known by its id is changed by an edit,
 * and otherwise left alone. A further picture of an album is added to the album's message. Messages that need no answer
 * change no status (`received-kinds.ts`).
 * @throws AppError as `createMessage` does
 */
export function addReceived(tx: Tx, place: ReceivingPlace, received: ReceivedMessage, now: Date): Promise<void> {
  const item = neverEmpty(received);
  return inTransaction(tx, async (tx) => {
    const { inboxId, caller } = place;
    const { contactInbox } = caller;
    // Two lanes may have messages of one contact.
    await takeAdvisoryLock(tx, 'single conversation', contactInbox.id);
    const keyOf = (id: string) => sourceKey(place.provider, contactInbox.sourceId, id);
    if (item.sentFrom && (await hasConversation(tx, inboxId, item.sentFrom))) return;
    const keys = [...(item.distinctId === undefined ? [] : [keyOf(item.distinctId)]), keyOf(item.sourceId)];
    const album = item.album ? keyOf(`album ${item.album}`) : null;

    const known = await findKnown(tx, inboxId, keys, item);
    if (known) {
      if (item.isEdit) await edit(tx, known, item, now);
      return;
    }
    const gathered = album === null ? null : await findBySource(tx, inboxId, [album]);
    if (gathered) {
      await addToAlbum(tx, gathered, item, now);
      return writeSources(tx, { inboxId, messageId: gathered.messageId }, keys);
    }
    const slot = item.slot ? keyOf(slotKey(item.slot)) : null;
    if (slot !== null && (await refill(tx, inboxId, slot, item, now))) return;
    const named = await findBySource(tx, inboxId, (item.answers ?? []).map(keyOf));
    const answered = named ?? (item.choice?.isLookedFor ? await findAsked(tx, contactInbox.id, item.choice) : null);
    const message = await write(tx, place, item, answered, now);
    if (!message) return;
    const further = [album, slot].filter((key) => key !== null);
    await writeSources(tx, { inboxId, messageId: message.id }, [...keys, ...further]);
    await writeReceivedFiles(tx, message, item.files ?? [], now);
  });
}

/** The key of the message in a slot. */
export const slotKey = (slot: string) => `slot ${slot}`;

/** Changes the message in the slot to this one. False = there is none, or none any more. */
async function refill(tx: Tx, inboxId: number, slot: string, item: ReceivedMessage, now: Date): Promise<boolean> {
  const place = await findBySource(tx, inboxId, [slot]);
  const message = place && (await findMessage(tx, place.conversationId, place.messageId));
  if (!place || !message || message.contentAttributes['deleted'] === true) {
    await removeSource(tx, inboxId, slot);
    return false;
  }
  const change = { content: receivedContent(item.content), attributes: item.contentAttributes ?? {} };
  await editMessage(tx, place.conversationId, place.messageId, change, now);
  return true;
}

/** The message with a text that stands for it where it has nothing to show; mails have a subject at least. */
function neverEmpty(item: ReceivedMessage): ReceivedMessage {
  const { content, contentAttributes = {}, contentType, files = [], storedFiles = [] } = item;
  const hasSomething =
    (content !== null && content.trim() !== '') ||
    contentType === 'incoming_email' ||
    (item.choice && (item.choice.title ?? item.choice.value) !== '') ||
    files.length + storedFiles.length + sharedIn(contentAttributes).length > 0;
  if (hasSomething) return item;
  const shown = showUnsupported('');
  return { ...item, content: shown.content, contentAttributes: { ...contentAttributes, ...shown.contentAttributes } };
}

/** The stored message of this item; null = none. */
async function findKnown(
  tx: Tx,
  inboxId: number,
  [key = '', plainKey]: readonly string[],
  item: ReceivedMessage,
): Promise<MessagePlace | null> {
  const known = await findBySource(tx, inboxId, [key]);
  if (known || plainKey === undefined) return known;
  const alike = await findBySource(tx, inboxId, [plainKey]);
  if (!alike || !(await hasOneSource(tx, alike))) return null;
  // It was stored when ids alone told messages apart: the text has to.
  const message = await findMessage(tx, alike.conversationId, alike.messageId);
  return message?.messageType === 'incoming' && message.content === receivedContent(item.content) ? alike : null;
}

async function hasConversation(tx: Tx, inboxId: number, uuid: string): Promise<boolean> {
  const row = await tx.db
    .selectFrom('conversations')
    .select('id')
    .where('inbox_id', '=', inboxId)
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  return row !== undefined;
}

const EDITED: Attributes = { edited: true };

/** Replaces the text, and what else the message says: a place that moves, for example. Its files stay. */
async function edit(tx: Tx, { conversationId, messageId }: MessagePlace, item: ReceivedMessage, now: Date) {
  const attributes = { ...item.contentAttributes, ...EDITED };
  await editMessage(tx, conversationId, messageId, { content: receivedContent(item.content), attributes }, now);
}

async function write(
  tx: Tx,
  { account, inboxId, caller, provider }: ReceivingPlace,
  item: ReceivedMessage,
  answered: MessagePlace | null,
  now: Date,
): Promise<MessageRecord | null> {
  const rule = ruleFor(item);
  const { contact, contactInbox } = caller;
  const key = { id: contactInbox.id, contactId: contact.id, inboxId, sourceId: contactInbox.sourceId };
  const choice = item.choice ? await noteChoice(tx, answered, item.choice, now) : null;
  const input = inputOf(caller, item, answered, choice);
  const wanted = { contactInbox: key, provider, thread: item.thread ?? null };
  const isQuiet = rule.attention !== 'answer';
  const conversationId = await (isQuiet ? chooseQuietly(tx, wanted, answered) : chooseConversation(tx, wanted));
  if (conversationId !== null) return (await createMessage(tx, conversationId, input, now)).message;
  if (rule.begins === null) return null;
  const start = {
    status: rule.begins === 'resolved' ? ('resolved' as const) : null,
    assigneeId: null,
    teamId: null,
    customAttributes: {},
    additionalAttributes: item.conversationAttributes ?? {},
    message: input,
  };
  const { message } = await startWithMessage(tx, account, key, start, now);
  if (!message) throw new Error('a conversation was started without its message');
  return message;
}

function inputOf(
  caller: ContactCaller,
  item: ReceivedMessage,
  answered: MessagePlace | null,
  choice: { title: string; value: string } | null,
): NewMessage {
  const [external = null] = item.answers ?? [];
  const { attention, attributes } = ruleFor(item);
  return newMessage({
    messageType: item.isEcho ? 'outgoing' : 'incoming',
    content: receivedContent(choice?.title ?? item.content),
    contentType: item.contentType ?? 'text',
    contentAttributes: {
      ...item.contentAttributes,
      ...attributes,
      ...(item.isEdit && EDITED),
      ...(choice && { submitted_values: [choice] }),
      ...(answered ? { in_reply_to: answered.messageId } : external !== null && { in_reply_to_external_id: external }),
      ...(item.files?.length && lackingFiles(item.files.length)),
    },
    sourceId: item.sourceId,
    files: [...(item.storedFiles ?? [])],
    attention,
    actor: item.isEcho ? null : actorOf(caller),
  });
}
