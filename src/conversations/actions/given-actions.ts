import type { Tx } from '../../db/tx.ts';
import type { Action } from '../../entities/macro.ts';
import { invalidField } from '../../errors.ts';
import { readBlobToken } from '../../storage/blob-tokens.ts';
import { type GivenAction, readActions } from './actions.ts';

/** The actions of a macro or an automation rule, and the row keys of the files of which the request has signed ids. */
export type RequestedActions = { actions: Action[]; signedIds: readonly number[] };

/** An action as a request has it. */
type InRequest = { action_name: string; action_params?: unknown };

/**
 * The actions of a request, ready to store. Files are given as signed ids, or as row keys of the owner's present files,
 * which `claimBlobs` checks. `whose` as in `readActions`.
 * @throws AppError `invalid`
 */
export function requestedActions(
  tx: Tx,
  accountId: number,
  given: readonly InRequest[],
  now: Date,
  whose?: string,
): RequestedActions {
  const signedIds: number[] = [];
  const actions = readActions(
    given.map(({ action_name: name, action_params: params }): GivenAction => {
      const list = Array.isArray(params) ? (params as unknown[]) : [];
      const ids = () => list.flat().map(blobIdOf(tx, accountId, signedIds, now));
      return { name, params: name === 'send_attachment' ? ids() : list };
    }),
    whose,
  );
  return { actions, signedIds };
}

/** Adds the ids that are signed to `signedIds`. */
function blobIdOf(tx: Tx, accountId: number, signedIds: number[], now: Date) {
  return (given: unknown): unknown => {
    if (typeof given !== 'string' || /^\d+$/.test(given)) return given;
    const token = readBlobToken(tx.installation.vault, 'read', given, now);
    if (token?.accountId === accountId) {
      signedIds.push(token.blobId);
      return token.blobId;
    }
    throw invalidField('actions', 'send_attachment needs the signed id of an uploaded file');
  };
}
