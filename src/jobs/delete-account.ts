import { setImmediate } from 'node:timers/promises';
import { object } from 'yup';
import { integer } from '../fields.ts';
import {
  inboxIdsOf,
  removeAccount,
  removeContacts,
  removeEntries,
  removeEvents,
} from '../resources/accounts/remove-account.ts';
import { removeBatch, removeInbox } from '../resources/inboxes/remove-inbox.ts';
import type { JobHandler } from './queue/handler.ts';

const deleteAccountPayload = object({ account_id: integer().required() });

/** Removes what is in a deleted account, a few rows at a time, and then itself; after an interruption, it continues. */
export const deleteAccount: JobHandler = async (app, payload, job) => {
  const { account_id: id } = deleteAccountPayload.validateSync(payload);
  const tx = app.tx().removing(id);

  async function untilLast(remove: () => Promise<boolean>): Promise<void> {
    let isLast = false;
    while (!isLast) {
      job.signal.throwIfAborted();
      isLast = await remove();
      await setImmediate();
    }
  }

  for (const inboxId of await inboxIdsOf(tx, id)) {
    await untilLast(async () => (await removeBatch(tx, inboxId, app.now())).isLast);
    await removeInbox(tx, id, inboxId, app.now());
  }
  await untilLast(() => removeContacts(tx, id, app.now()));
  await untilLast(() => removeEvents(tx, id));
  await untilLast(() => removeEntries(tx, id));
  await removeAccount(tx, id, app.now());
};
