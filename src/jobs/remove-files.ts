import { array, object, string } from 'yup';
import { removeFile } from '../storage/files.ts';
import { unnamedKeys } from '../storage/named-keys.ts';
import type { JobHandler } from './queue/handler.ts';

const removeFilesPayload = object({ keys: array(string().required()).required() });

/**
 * Removes files that a change no longer needs, except those that a row still names, such as an attachment or a job that
 * is not done.
 */
export const removeFiles: JobHandler = async (app, payload) => {
  const { keys } = removeFilesPayload.validateSync(payload);
  const unnamed = await unnamedKeys(app.tx(), keys);
  await Promise.all(unnamed.map((key) => removeFile(app.config.data_dir, key)));
};
