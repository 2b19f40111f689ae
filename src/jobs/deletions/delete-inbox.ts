import { object } from 'yup';
import { integer } from '../../fields.ts';
import { removeInbox, removeBatch } from '../../resources/inboxes/remove-inbox.ts';
import type { JobHandler } from '../queue/handler.ts';
import { untilLast } from './until-last.ts';

const deleteInboxPayload = object({ inbox_id: integer().required() });

/**
 * Removes the conversations of a deleted inbox, a few at a time, and then the inbox itself; after an interruption, it
 * continues.
 */
export const deleteInbox: JobHandler = async (app, payload, job) => {
  if (job.accountId === null) return;
  const { inbox_id: id } = deleteInboxPayload.validateSync(payload);
  await untilLast(job, async () => (await removeBatch(app.tx(), id, app.now())).isLast);
  await removeInbox(app.tx(), job.accountId, id, app.now());
};
