import { array, object, string } from 'yup';
import { namedKeys } from '../resources/files/queries.ts';
import { removeFile } from '../storage/files.ts';
import type { JobHandler } from './queue/handler.ts';

const removeFilesPayload = object({ keys: array(string().required()).required() });

/** Removes files that a change no longer needs, except those that a row or an unfinished job still names. */
export const removeFiles: JobHandler = async (app, payload) => {
  const { keys } = removeFilesPayload.validateSync(payload);
  const named = await namedKeys(app.tx(), keys);
  const unnamed = keys.filter((key) => !named.has(key));
  await Promise.all(unnamed.map((key) => removeFile(app.config.data_dir, key)));
};
