import type { Tx } from '../../db/tx.ts';
import type { Action } from '../../entities/macro.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { AccountRecord } from '../../records/account.ts';
import { changeContactLabels } from '../contacts/set-contact-labels.ts';
import { deleteContact } from '../contacts/delete-contact.ts';

/** Does the action to the contact. @throws AppError as the command of the action */
export function runContactAction(
  tx: Tx,
  account: AccountRecord,
  id: number,
  { name, params }: Action,
  now: Date,
): Promise<void> {
  const labels = params.filter((label): label is string => typeof label === 'string');
  return inTransaction(tx, async (tx) => {
    if (name === 'delete') await deleteContact(tx, account, id, now);
    else if (name === 'add_label') await changeContactLabels(tx, account.id, id, { added: labels, removed: [] }, now);
    else await changeContactLabels(tx, account.id, id, { added: [], removed: labels }, now);
  });
}
