import { object } from 'yup';
import { integer } from '../../fields.ts';
import { erase } from '../../resources/privacy/erasure/erase.ts';
import type { JobHandler } from '../queue/handler.ts';

const eraseContactPayload = object({ erasure_id: integer().required() });

/** Erases a contact with all their data; continues after an interruption. */
export const eraseContact: JobHandler = async (app, payload, { accountId, signal }) => {
  if (accountId === null) return;
  const { erasure_id: id } = eraseContactPayload.validateSync(payload);
  const erasing = { tx: app.tx(), dataDir: app.config.data_dir, now: () => app.now(), signal };
  await erase(erasing, { accountId, id });
};
