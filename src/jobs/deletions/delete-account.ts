import { object } from 'yup';
import { integer } from '../../fields.ts';
import {
  inboxIdsOf,
  removeAccount,
  removeContacts,
  removeEntries,
  removeEvents,
} from '../../resources/accounts/remove-account.ts';
import { removeBatch, removeInbox } from '../../resources/inboxes/remove-inbox.ts';
import { portalIdsOf, removePartOfPortal } from '../../resources/portals/remove-portal.ts';
import type { JobHandler } from '../queue/handler.ts';
import { untilLast } from './until-last.ts';

const deleteAccountPayload = object({ account_id: integer().required() });

/** Removes what is in a deleted account, a few rows at a time, and then itself; after an interruption, it continues. */
export const deleteAccount: JobHandler = async (app, payload, job) => {
  const { account_id: id } = deleteAccountPayload.validateSync(payload);
  const tx = app.tx().removing(id);

  for (const inboxId of await inboxIdsOf(tx, id)) {
    await untilLast(job, async () => (await removeBatch(tx, inboxId, app.now())).isLast);
    await removeInbox(tx, id, inboxId, app.now());
  }
  for (const portalId of await portalIdsOf(tx, id)) {
    await untilLast(job, () => removePartOfPortal(tx, id, portalId, app.now()));
  }
  await untilLast(job, () => removeContacts(tx, id, app.now()));
  await untilLast(job, () => removeEvents(tx, id));
  await untilLast(job, () => removeEntries(tx, id));
  await removeAccount(tx, id, app.now());
};
