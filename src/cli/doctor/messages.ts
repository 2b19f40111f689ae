import { type Check, ok, warning } from '../../checks.ts';
import { openTx } from '../../db/tx.ts';
import { HOUR } from '../../time.ts';
import type { DoctorContext } from './context.ts';

/** What a provider takes only later is tried again after minutes at first; then it is no passing fault. */
const LONG_MS = HOUR;

/** Checks that no message has been waiting for its provider for more than an hour. */
export const sendingsCheck = ({ currentOrm, now }: DoctorContext): Check => ({
  name: 'sendings',
  async look() {
    const waiting = await openTx(await currentOrm())
      .db.selectFrom('sendings')
      .where('status', '=', 'queued')
      .where('created_at', '<=', new Date(now.getTime() - LONG_MS))
      .groupBy('inbox_id')
      .orderBy('inbox_id')
      .select((eb) => ['inbox_id as inboxId', eb.fn.countAll<number | string>().as('count')])
      .execute();
    if (waiting.length === 0) return ok('no message has been waiting for an hour');
    return warning(
      `${sumOf(waiting)} messages have been waiting for more than an hour in ${inWords(waiting)}`,
      '"parley channels log INBOX" says why',
    );
  },
});

/** Checks that nothing that was received is waiting to be put right by an operator. */
export const receivedCheck = ({ currentOrm }: DoctorContext): Check => ({
  name: 'received',
  async look() {
    const failed = await openTx(await currentOrm())
      .db.selectFrom('received_events')
      .where('status', '=', 'failed')
      .groupBy('inbox_id')
      .orderBy('inbox_id')
      .select((eb) => ['inbox_id as inboxId', eb.fn.countAll<number | string>().as('count')])
      .execute();
    if (failed.length === 0) return ok('all that was received could be handled');
    return warning(
      `${sumOf(failed)} events could not be handled in ${inWords(failed)}`,
      '"parley channels log INBOX --failed" says why; "parley channels retry INBOX" has them handled again',
    );
  },
});

type Counted = { inboxId: number; count: number | string };

const sumOf = (all: Counted[]) => all.reduce((sum, { count }) => sum + Number(count), 0);

/** "inbox 3 and 4" */
const inWords = (all: Counted[]) => `inbox ${all.map(({ inboxId }) => inboxId).join(' and ')}`;
