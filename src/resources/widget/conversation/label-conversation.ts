import type { Tx } from '../../../db/tx.ts';
import { setLabels } from '../../../conversations/set-labels.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { lockConversation } from '../../../records/read-conversations.ts';
import { actorOf, type ContactCaller } from '../../../records/public/contact-caller.ts';
import type { WidgetInbox } from '../../../records/public/widget-inbox.ts';
import { findCurrentConversation } from './current-conversation.ts';
import { knownLabels } from './known-labels.ts';

/**
 * Adds the label to the visitor's conversation; without one, or for a label that the account does not have, nothing
 * happens.
 */
export async function labelConversation(
  tx: Tx,
  inbox: WidgetInbox,
  visitor: ContactCaller,
  label: string,
  now: Date,
): Promise<void> {
  const [known] = await knownLabels(tx, inbox.account.id, [label]);
  if (known !== undefined) await changeLabels(tx, inbox, visitor, (labels) => [...labels, known], now);
}

/** Takes the label off the visitor's conversation, if there is one and it has it. */
export function unlabelConversation(
  tx: Tx,
  inbox: WidgetInbox,
  visitor: ContactCaller,
  label: string,
  now: Date,
): Promise<void> {
  const title = label.trim().toLowerCase();
  return changeLabels(tx, inbox, visitor, (labels) => labels.filter((other) => other.toLowerCase() !== title), now);
}

async function changeLabels(
  tx: Tx,
  inbox: WidgetInbox,
  visitor: ContactCaller,
  change: (labels: string[]) => string[],
  now: Date,
): Promise<void> {
  const current = await findCurrentConversation(tx, inbox.id, visitor);
  if (!current) return;
  await inTransaction(tx, async (tx) => {
    const { id, labels } = await lockConversation(tx, current.id);
    await setLabels(tx, id, { labels: change(labels), actor: actorOf(visitor) }, now);
  });
}
