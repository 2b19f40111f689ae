import type { EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import { enqueue } from '../../queue.ts';

/**
 * Has the user with this address mailed a link to choose another password. Whether there is one is found out when the
 * mail is written: whoever asks cannot tell, not even by the time that it takes. A former request is dropped.
 */
export function requestPassword(em: EntityManager, email: string, now: Date): Promise<void> {
  return inTransaction(em, (em) =>
    enqueue(em, { kind: 'reset_password', accountId: null, payload: { email }, subject: email }, now),
  );
}
