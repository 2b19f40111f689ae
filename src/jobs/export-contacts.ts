import { createWriteStream } from 'node:fs';
import { stat, unlink } from 'node:fs/promises';
import { array, object, string } from 'yup';
import type { App } from '../app.ts';
import { readAgents } from '../records/read-agents.ts';
import { integer } from '../fields.ts';
import { conditionsField } from '../filters/conditions-field.ts';
import { readConditions } from '../filters/read-conditions.ts';
import { newSpoolPath, removeFiles, storeFile } from '../storage/files.ts';
import { exportContacts as exportAll } from '../resources/contacts/export/export-contacts.ts';
import type { WantedContacts } from '../resources/contacts/export/export-rows.ts';
import { EXPORT_COLUMNS } from '../resources/contacts/export/export-schema.ts';
import { finishExport } from '../resources/contacts/export/finish-export.ts';
import type { JobHandler, JobUnderWay } from './queue/handler.ts';

const payloadOf = object({
  column_names: array(string().oneOf(EXPORT_COLUMNS).required()).required(),
  conditions: conditionsField(),
  label: string().nullable().defined(),
  user_id: integer().required(),
});

/**
 * Makes a CSV file of contacts, and queues the mail with it to the user who asked for it; does nothing when that user
 * is no longer a member of the account.
 */
export const exportContacts: JobHandler = async (app, payload, job) => {
  if (job.accountId === null) return;
  const { column_names: columns, conditions: given, label, user_id: userId } = payloadOf.validateSync(payload);
  const tx = app.tx();
  const [user] = await readAgents(tx, job.accountId, { ids: [userId] });
  // The user is gone, so there is no recipient.
  if (!user) return;
  // Relative dates in the conditions count from the request.
  const conditions = await readConditions(tx, job.accountId, 'contact', given, job.createdAt);
  const { count, file } = await makeFile(app, job, job.accountId, { columns, conditions, label });
  const finished = await finishExport(app.tx(), job, { userId, count, file }, app.now());
  if (!finished) await removeFiles(app.config.data_dir, [file.key]);
};

async function makeFile(app: App, job: JobUnderWay, accountId: number, wanted: WantedContacts) {
  const { data_dir } = app.config;
  const path = await newSpoolPath(data_dir);
  try {
    const out = createWriteStream(path, { flags: 'wx', mode: 0o600 });
    const count = await exportAll(app.tx(), accountId, wanted, out, { signal: job.signal });
    const filename = `contacts-${job.createdAt.toISOString().slice(0, 10)}.csv`;
    const stored = await storeFile(data_dir, { path, filename, size: (await stat(path)).size });
    // By its content it is plain text, which browsers would show instead of saving.
    return { count, file: { ...stored, contentType: 'text/csv' } };
  } finally {
    await unlink(path).catch(() => {});
  }
}
