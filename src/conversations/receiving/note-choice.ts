import type { ReceivedChoice } from '../../channels/receiving/receiver.ts';
import { itemsOf, textIn } from '../../channels/render-text.ts';
import type { Tx } from '../../db/tx.ts';
import type { Attributes } from '../../entities/columns.ts';
import { findMessage } from '../messages/queries.ts';
import { submitValues } from '../messages/submit-values.ts';
import type { MessagePlace } from './message-sources.ts';

/**
 * What the contact chose of the message `asked`, with the title that they have read there; null = it is unknown. It is
 * stored with that message, too.
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

async function itemsIn(tx: Tx, { conversationId, messageId }: MessagePlace): Promise<Attributes[]> {
  const message = await findMessage(tx, conversationId, messageId);
  return message?.contentType === 'input_select' ? itemsOf(message.contentAttributes) : [];
}

/** The item with this value, or with one that was cut to it. */
function find(items: Attributes[] | null, value: string): Attributes | undefined {
  return items?.find((item) => valueOf(item) === value) ?? items?.find((item) => valueOf(item).startsWith(value));
}

const valueOf = (item: Attributes) => textIn(item, 'value') || textIn(item, 'title');
