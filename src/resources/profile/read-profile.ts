import type { Tx } from '../../db/tx.ts';
import type { Shown } from '../../wire/shape.ts';
import type { profileShape } from './answers.ts';
import { presentProfile } from './presenter.ts';
import { listMemberships, readUser } from './queries.ts';

/**
 * The profile of the user with this id, who is known by the credential with this name ("session 7").
 * @throws AppError `unauthorized` when they have been deleted
 */
export async function readProfile(
  tx: Tx,
  user: { id: number; credential: string },
  now: Date,
): Promise<Shown<typeof profileShape>> {
  return presentProfile(await readUser(tx, user.id), await listMemberships(tx, user.id), user.credential, now);
}
