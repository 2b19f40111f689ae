import { setImmediate } from 'node:timers/promises';
import { object } from 'yup';
import { integer } from '../fields.ts';
import { removeFiles } from '../storage/files.ts';
import { removeInbox, removeSome } from '../resources/inboxes/remove-inbox.ts';
import type { JobHandler } from './queue/handler.ts';

const deleteInboxPayload = object({ inbox_id: integer().required() });

/** Removes what a deleted inbox has left, a few conversations at a time; where it breaks off, it goes on. */
export const deleteInbox: JobHandler = async (app, payload, job) => {
  if (job.accountId === null) return;
  const { inbox_id: id } = deleteInboxPayload.validateSync(payload);
  const drop = (files: string[]) => removeFiles(app.config.data_dir, files);
  let isLeft = true;
  while (isLeft) {
    job.signal.throwIfAborted();
    const { files, isLast } = await removeSome(app.orm.em.fork(), id);
    await drop(files);
    isLeft = !isLast;
    await setImmediate();
  }
  await drop(await removeInbox(app.orm.em.fork(), job.accountId, id, app.now()));
};
