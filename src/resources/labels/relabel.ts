import type { Tx } from '../../db/tx.ts';
import { json, withRowLock } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import { movingFacts } from '../../conversations/reporting/append-changes.ts';
import { change } from '../../wire/changes.ts';
import { readConversation } from '../../records/read-conversations.ts';
import { recordConversationUpdated } from '../../events/record-conversation.ts';

/** A label, and its former title. */
export type FormerLabel = { accountId: number; id: number; title: string };

/** The rows changed in one transaction: few, so that other requests do not wait long. */
const BATCH = 50;

/**
 * Replaces the former title by the present one in up to `BATCH` conversations, or removes it when the label has been
 * deleted. False when no conversation has the former title, or the label has it again.
 */
export function relabelConversations(tx: Tx, former: FormerLabel, now: Date): Promise<boolean> {
  return inTransaction(tx, async (tx) => {
    const title = await titleOf(tx, former);
    if (title === former.title) return false;
    const ids = tx.db
      .selectFrom('conversation_labels')
      .select('conversation_id')
      .where('account_id', '=', former.accountId)
      .where('label', '=', former.title)
      .orderBy('conversation_id')
      .limit(BATCH);
    const query = tx.db.selectFrom('conversations').select('id').where('id', 'in', ids).orderBy('id');
    const found = await withRowLock(tx, query).execute();
    for (const { id } of found) await relabelConversation(tx, id, former.title, title, now);
    return found.length > 0;
  });
}

/** As `relabelConversations`, for contacts; a change of their labels records no event. */
export function relabelContacts(tx: Tx, former: FormerLabel, now: Date): Promise<boolean> {
  return inTransaction(tx, async (tx) => {
    const title = await titleOf(tx, former);
    if (title === former.title) return false;
    const ids = tx.db
      .selectFrom('contact_labels')
      .select('contact_id')
      .where('account_id', '=', former.accountId)
      .where('label', '=', former.title)
      .orderBy('contact_id')
      .limit(BATCH);
    const query = tx.db.selectFrom('contacts').select(['id', 'labels']).where('id', 'in', ids).orderBy('id');
    const found = await withRowLock(tx, query).execute();
    for (const { id, labels } of found) {
      const changed = json(exchanged(labels, former.title, title));
      await tx.db.updateTable('contacts').set({ labels: changed, updated_at: now }).where('id', '=', id).execute();
    }
    return found.length > 0;
  });
}

/**
 * The present title of the label: a later change has its own job, and this one must not undo it. Null = deleted.
 * Locks the label, so that a change waits until this title is written everywhere in this transaction: the job of the
 * change must find it.
 */
async function titleOf(tx: Tx, { accountId, id }: FormerLabel): Promise<string | null> {
  const query = tx.db.selectFrom('labels').select('title').where('account_id', '=', accountId).where('id', '=', id);
  const row = await withRowLock(tx, query).executeTakeFirst();
  return row?.title ?? null;
}

async function relabelConversation(tx: Tx, id: number, former: string, title: string | null, now: Date): Promise<void> {
  const before = await readConversation(tx, id);
  const labels = exchanged(before.labels, former, title);
  await movingFacts(tx, before, { ...before, labels }, async () => {
    await tx.db
      .updateTable('conversations')
      .set({ labels: json(labels), updated_at: now })
      .where('id', '=', id)
      .execute();
  });
  const changes = [change('label_list', before.labels, labels)];
  await recordConversationUpdated(tx, await readConversation(tx, id), changes, now);
}

/** `labels` with `former` replaced, without duplicates. */
function exchanged(labels: string[], former: string, title: string | null): string[] {
  const changed = labels.map((label) => (label === former ? title : label)).filter((label) => label !== null);
  return [...new Set(changed)];
}
