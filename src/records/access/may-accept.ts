import type { Tx } from '../../db/tx.ts';
import type { Member } from '../user.ts';
import { accessDenied } from '../../errors.ts';
import { CONFINED, isConfined } from './confined.ts';

const UNPROVED =
  'nobody has shown yet that the e-mail address of this user is theirs: choose a password by the link in the mail of the invitation, or ask for another link with POST /auth/password';
const READDRESSED = 'the invitation was sent to another e-mail address than this user has: have this address invited';

/**
 * Whether the user may accept an open invitation to the account: it was sent to their address, which was proved, and they are confined to
 * no other account. True where no invitation is open.
 */
export async function mayAccept(tx: Tx, member: Member): Promise<boolean> {
  return (await refusalOf(tx, member)) === null;
}

/** @throws AppError `access_denied` for a user who may not accept (`mayAccept`) */
export async function checkMayAccept(tx: Tx, member: Member): Promise<void> {
  const refusal = await refusalOf(tx, member);
  if (refusal !== null) throw accessDenied(refusal);
}

/** Why the user may not accept; null = they may. */
async function refusalOf(tx: Tx, { userId, accountId }: Member): Promise<string | null> {
  if (await isConfined(tx, userId, accountId)) return CONFINED;
  const open = await tx.db
    .selectFrom('account_users as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.account_id', '=', accountId)
    .where('m.user_id', '=', userId)
    .where('m.invited_email', 'is not', null)
    .select(['m.invited_email as invitedEmail', 'u.email', 'u.email_proved_at as provedAt'])
    .executeTakeFirst();
  if (!open) return null;
  if (open.invitedEmail !== open.email) return READDRESSED;
  return open.provedAt === null ? UNPROVED : null;
}
