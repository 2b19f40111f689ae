import type { ReceivedChoice } from '../../channels/receiving/receiver.ts';
import { actionsOf, itemsOf, textIn } from '../../channels/render-text.ts';
import type { Tx } from '../../db/tx.ts';
import type { Attributes } from '../../entities/columns.ts';
import type { MessageRecord } from '../../records/message.ts';
import { findMessage } from '../messages/queries.ts';
import { submitValues } from '../messages/submit-values.ts';
import type { MessagePlace } from './message-sources.ts';

/** Questions to a contact among which a choice is looked for. */
const MOST_QUESTIONS = 20;

/**
 * The contact's choice in the message `asked`, with the title that they read there; null = unknown. The choice is also stored
 * with that message.
 */
export async function noteChoice(
  tx: Tx,
  asked: MessagePlace | null,
  { value, title }: ReceivedChoice,
  now: Date,
): Promise<{ title: string; value: string }> {
  const item = find(asked && (await itemsIn(tx, asked)), value);
  if (!asked || !item) return { title: title ?? value, value };
  const chosen = { title: textIn(item, 'title'), value: valueOf(item) };
  await submitValues(tx, asked.conversationId, asked.messageId, [chosen], now);
  return chosen;
}

/**
 * The contact's newest message with this value among its choices, for channels that do not name the answered message; null =
 * no recent message has the value.
 */
export async function findAsked(
  tx: Tx,
  contactInboxId: number,
  { value }: ReceivedChoice,
): Promise<MessagePlace | null> {
  const questions = await tx.db
    .with(
      // Else PostgreSQL may look for them in all messages from the newest on, since only so many are wanted.
      (cte) => cte('asked').materialized(),
      (db) =>
        db
          .selectFrom('messages as m')
          .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
          .select(['m.id as messageId', 'm.conversation_id as conversationId'])
          .select(['m.content_type as contentType', 'm.content_attributes as contentAttributes'])
          .where('c.contact_inbox_id', '=', contactInboxId)
          .where('m.message_type', '!=', 'incoming')
          .where('m.content_type', 'in', ['cards', 'input_select']),
    )
    .selectFrom('asked')
    .selectAll()
    .orderBy('messageId', 'desc')
    .limit(MOST_QUESTIONS)
    .execute();
  const asked = questions.find((question) => find(choicesIn(question), value));
  return asked ? { messageId: asked.messageId, conversationId: asked.conversationId } : null;
}

async function itemsIn(tx: Tx, { conversationId, messageId }: MessagePlace): Promise<Attributes[]> {
  const message = await findMessage(tx, conversationId, messageId);
  return message ? choicesIn(message) : [];
}

/** The choices in the message: its items, or the buttons of its cards that have a payload. */
function choicesIn({
  contentType,
  contentAttributes,
}: Pick<MessageRecord, 'contentType' | 'contentAttributes'>): Attributes[] {
  const items = itemsOf(contentAttributes);
  if (contentType === 'input_select') return items;
  if (contentType !== 'cards') return [];
  const actions = items.flatMap(actionsOf).filter((action) => textIn(action, 'payload') !== '');
  return actions.map((action) => ({ title: textIn(action, 'text'), value: textIn(action, 'payload') }));
}

/** The item with this value, or whose cut value it is. */
function find(items: Attributes[] | null, value: string): Attributes | undefined {
  return items?.find((item) => valueOf(item) === value) ?? items?.find((item) => valueOf(item).startsWith(value));
}

const valueOf = (item: Attributes) => textIn(item, 'value') || textIn(item, 'title');
