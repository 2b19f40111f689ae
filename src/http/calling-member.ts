import type { Member } from '../records/user.ts';
import type { Asked } from './routes/route.ts';

/** The user who calls, in the account of the path. */
export function callingMember({ account, caller }: Pick<Asked, 'account' | 'caller'>): Member {
  return { accountId: account.id, userId: caller.id };
}
