import { object } from 'yup';
import { integer } from '../../fields.ts';
import { removePartOfPortal } from '../../resources/portals/remove-portal.ts';
import type { JobHandler } from '../queue/handler.ts';
import { untilLast } from './until-last.ts';

const deletePortalPayload = object({ portal_id: integer().required() });

/** Removes what is in a deleted portal, a few rows at a time, and then itself; after an interruption, it continues. */
export const deletePortal: JobHandler = async (app, payload, job) => {
  const { accountId } = job;
  if (accountId === null) return;
  const { portal_id: id } = deletePortalPayload.validateSync(payload);
  await untilLast(job, () => removePartOfPortal(app.tx(), accountId, id, app.now()));
};
