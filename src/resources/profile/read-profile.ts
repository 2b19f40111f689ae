import type { Tx } from '../../db/tx.ts';
import type { Shown } from '../../wire/shape.ts';
import type { profileShape } from './answers.ts';
import { presentProfile } from './presenter.ts';
import { listMemberships, readUser } from './queries.ts';

/** The profile of the user with this id. @throws AppError `unauthorized` when they have been deleted */
export async function readProfile(tx: Tx, userId: number, now: Date): Promise<Shown<typeof profileShape>> {
  return presentProfile(await readUser(tx, userId), await listMemberships(tx, userId), now);
}
