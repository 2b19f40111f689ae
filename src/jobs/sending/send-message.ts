import { createHash } from 'node:crypto';
import { object } from 'yup';
import type { App } from '../../app.ts';
import { isUsable, USABLE } from '../../channels/providers.ts';
import type { Means, Outcome, Transport } from '../../channels/transport.ts';
import { type Begun, beginSending } from '../../conversations/sending/begin-sending.ts';
import { type End, endSending, type UnderWay } from '../../conversations/sending/end-sending.ts';
import { noteParts } from '../../conversations/sending/note-part.ts';
import { sendingKind } from '../../conversations/sending/plan-sending.ts';
import { postponeSending } from '../../conversations/sending/postpone-sending.ts';
import { type Outgoing, readOutgoing } from '../../conversations/sending/read-outgoing.ts';
import { integer } from '../../fields.ts';
import { reachableAddress } from '../../guarded-look-up.ts';
import { openLookUp } from '../../look-up.ts';
import { DAY, SECOND } from '../../time.ts';
import { MAX_ATTEMPTS } from '../queue/finish-job.ts';
import type { JobHandler, JobUnderWay } from '../queue/handler.ts';
import { persist } from '../queue/persist.ts';
import { Postponed } from '../queue/postponed.ts';
import { providerHttp } from './provider-http.ts';

const payloadOf = object({ contact_inbox_id: integer().required() });
/** How long a message waits for a service that always says when to come again. */
const LONGEST_WAIT_MS = DAY;
/** How long the look-up of a mail server may take. */
const LOOK_UP_MS = 15 * SECOND;

/**
 * Sends the first message that waits for a contact, part by part, and queues the next one. That a part is under way is
 * stored before, so that after the end of a process nothing is sent again that may have arrived, unless the service
 * knows repetitions.
 * @throws Postponed when the service does not take it now
 */
const sendMessage: JobHandler = async (app, payload, job) => {
  const { contact_inbox_id: contactInboxId } = payloadOf.validateSync(payload);
  for (;;) {
    const begun = await beginSending(app.tx(), contactInboxId, job.id, app.now());
    if (begun === null) return;
    const outgoing = await readOutgoing(app.tx(), begun.messageId, app.config.data_dir);
    // A message that is gone is no longer queued.
    if (outgoing) return send(app, begun, outgoing, job);
  }
};

async function send(app: App, begun: Begun, outgoing: Outgoing, job: JobUnderWay): Promise<void> {
  const { transports } = await import('../../channels/find-transport.ts');
  const { conversationId, accountId, provider, obstacle } = outgoing;
  const waiting = { accountId, contactInboxId: begun.contactInboxId, provider };
  const underWay = { begun, conversationId, jobId: job.id, waiting };
  const fail = (error: string) => end(app, underWay, { partIds: begun.partIds, error }, job);
  if (obstacle !== null) return fail(obstacle);
  if (!isUsable(provider)) return fail('messages cannot be sent through this service yet');
  const transport = transports[provider];
  if (begun.wasCutOff && !transport.isRepeatable) {
    return fail(`the server ended while it sent the message: ${unknown(transport)}`);
  }

  const { partIds, last } = await sendParts(app, begun, outgoing, transport, job);
  if (last.is === 'accepted') return end(app, underWay, { partIds, error: null }, job);
  const isRepeated = last.is === 'later' || (last.is === 'doubtful' && transport.isRepeatable);
  if (isRepeated && !isLast(app, job)) {
    await keep(app, job, () => postponeSending(app.tx(), underWay, last.reason, app.now()));
    const afterMs = last.is === 'later' && last.afterMs !== null ? Math.min(last.afterMs, LONGEST_WAIT_MS) : null;
    throw new Postponed(last.reason, afterMs);
  }
  const error = last.is === 'doubtful' ? `${last.reason}; ${unknown(transport)}` : last.reason;
  return end(app, underWay, { partIds, error }, job);
}

const unknown = ({ provider }: Transport) =>
  `it is not known whether ${provider} took the message, and another attempt may send it twice`;

function isLast(app: App, job: JobUnderWay): boolean {
  // Each message has a job of its own, however long it waited for those before it.
  const isOld = app.now().getTime() - job.createdAt.getTime() >= LONGEST_WAIT_MS;
  return isOld || job.attemptsCount + 1 >= MAX_ATTEMPTS;
}

/** Sends the parts that have not been accepted yet, up to the first that is not. */
async function sendParts(
  app: App,
  begun: Begun,
  { message, channel }: Outgoing,
  transport: Transport,
  job: JobUnderWay,
): Promise<{ partIds: string[]; last: Outcome }> {
  const parts = transport.partsOf(message);
  const partIds = [...begun.partIds];
  const fixed = await meansOf(app);
  let last: Outcome = { is: 'accepted', id: null };
  if (parts.length === 0) {
    last = { is: 'refused', reason: `the message has nothing that ${transport.provider} can send` };
  }
  for (const [index, part] of parts.entries()) {
    if (index < begun.partIds.length) continue;
    const isQueued = await keep(app, job, () => noteParts(app.tx(), begun.id, partIds, app.now()));
    if (!isQueued) break;
    last = await part({ ...fixed, channel, key: keyOf(begun, index) });
    if (last.is !== 'accepted') break;
    partIds.push(last.id ?? '');
  }
  return { partIds, last };
}

/** What is the same for all parts. */
async function meansOf({ config }: App): Promise<Omit<Means, 'channel' | 'key'>> {
  const addressOf = (host: string) => reachableAddress(host, config.webhooks.allowed_networks, openLookUp(LOOK_UP_MS));
  return { http: await providerHttp(), urls: config.channels, mail: config.mail, addressOf };
}

function end(app: App, underWay: UnderWay, result: End, job: JobUnderWay): Promise<void> {
  return keep(app, job, () => endSending(app.tx(), underWay, result, app.now()));
}

/** Stores what cannot be found out again, also while the database has a fault. */
function keep<T>(app: App, { signal }: JobUnderWay, work: () => Promise<T>): Promise<T> {
  return persist(app.log, 'cannot write down how a message was sent yet', work, () => !signal.aborted);
}

/** A UUID for the part with this index: the same for each attempt, and no other's. */
function keyOf({ messageId, createdAt }: Begun, index: number): string {
  const digest = createHash('sha256').update(`${messageId} ${createdAt.toISOString()} ${index}`).digest('hex');
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `8${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-');
}

/** The kinds of jobs that send messages; those of services that cannot be used yet have no handler. */
export const sendingKinds = Object.fromEntries(USABLE.map((provider) => [sendingKind(provider), sendMessage]));
