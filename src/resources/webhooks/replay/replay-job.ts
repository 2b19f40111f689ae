import { array } from 'yup';
import { integer, moment, object, oneOf } from '../../../fields.ts';
import { DELIVERY_STATUSES } from '../../../entities/delivery.ts';
import type { Attributes } from '../../../entities/columns.ts';
import type { Selection } from './selection.ts';

/** The kind of the jobs that send deliveries of a webhook again. */
export const REPLAY = 'replay_deliveries';

/** The subject of a webhook's replay job, of which there is one at a time. */
export const replaySubject = (webhookId: number) => `webhook:${webhookId}`;

/** The rest of a replay, and its progress. */
export type Replay = { selection: Selection; total: number; done: number };

const payloadOf = object({
  webhook_id: integer().required(),
  statuses: array(oneOf(DELIVERY_STATUSES).required()).required(),
  from: integer().required(),
  up_to: integer().required(),
  since: moment().required(),
  until: moment().required(),
  total: integer().required(),
  done: integer().required(),
});

/** The replay as its job keeps it. */
export function payloadOfReplay({ selection, total, done }: Replay): Attributes {
  return {
    webhook_id: selection.webhookId,
    statuses: [...selection.statuses],
    from: selection.from,
    up_to: selection.upTo,
    since: selection.since.toISOString(),
    until: selection.until.toISOString(),
    total,
    done,
  };
}

/** The replay that a job keeps. @throws ValidationError when the payload is of something else */
export function replayOf(payload: Attributes): Replay {
  const { webhook_id, statuses, from, up_to, since, until, total, done } = payloadOf.validateSync(payload);
  return { selection: { webhookId: webhook_id, statuses, from, upTo: up_to, since, until }, total, done };
}
