import { object, string } from 'yup';
import { integer } from '../fields.ts';
import { type FormerLabel, relabelContacts, relabelConversations } from '../resources/labels/relabel.ts';
import type { JobHandler } from './queue/handler.ts';

const renameLabelPayload = object({ label_id: integer().required(), title: string().required() });

/**
 * Replaces the former title of a label in conversations and contacts by its present one, or removes it when the label
 * has been deleted; a few rows at a time. After an interruption, it continues.
 */
export const renameLabel: JobHandler = async (app, payload, job) => {
  if (job.accountId === null) return;
  const { label_id: id, title } = renameLabelPayload.validateSync(payload);
  const label: FormerLabel = { accountId: job.accountId, id, title };
  let isLeft = true;
  for (const relabel of [relabelConversations, relabelContacts]) {
    do {
      job.signal.throwIfAborted();
      isLeft = await relabel(app.tx(), label, app.now());
    } while (isLeft);
  }
};
