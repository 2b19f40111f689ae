import { array, object, string } from 'yup';
import { removeUnnamed } from '../storage/remove-unnamed.ts';
import type { JobHandler } from './queue/handler.ts';

const removeFilesPayload = object({ keys: array(string().required()).required() });

/**
 * Removes files that a change no longer needs, except those that a row still names, such as an attachment or a job that
 * is not done.
 */
export const removeFiles: JobHandler = async (app, payload) => {
  const { keys } = removeFilesPayload.validateSync(payload);
  await removeUnnamed(app.tx(), app.config.data_dir, keys);
};
