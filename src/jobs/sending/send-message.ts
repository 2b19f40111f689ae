import { object } from 'yup';
import type { App } from '../../app.ts';
import { type Provider, PROVIDERS } from '../../channels/providers.ts';
import type { Means, Outcome, Transport } from '../../channels/transport.ts';
import { type Begun, beginSending } from '../../conversations/sending/begin-sending.ts';
import { endSending, type UnderWay } from '../../conversations/sending/end-sending.ts';
import type { End } from '../../conversations/sending/ended.ts';
import { noteParts } from '../../conversations/sending/note-parts.ts';
import { sendingKind } from '../../conversations/sending/plan-sending.ts';
import { postponeSending, type Tried } from '../../conversations/sending/postpone-sending.ts';
import { type Outgoing, readOutgoing } from '../../conversations/sending/read-outgoing.ts';
import { faultOf } from '../../db/faults.ts';
import type { Attributes } from '../../entities/columns.ts';
import { AppError } from '../../errors.ts';
import { integer } from '../../fields.ts';
import { reachableAddress } from '../../guarded-look-up.ts';
import { openLookUp } from '../../look-up.ts';
import { tokensOfChannel } from '../../resources/authorizations/access-token.ts';
import { DAY, SECOND } from '../../time.ts';
import { MAX_ATTEMPTS } from '../queue/finish-job.ts';
import type { JobHandler, JobUnderWay } from '../queue/handler.ts';
import { persist } from '../queue/persist.ts';
import { Postponed } from '../queue/postponed.ts';
import { providerHttp } from '../../channels/provider-http.ts';
import { doubtAbout, unknown } from './doubts.ts';
import { followRefusal } from './follow-refusal.ts';
import { keyOf } from './key-of-part.ts';
import { notSentBecause, reasonOf } from './reason-of-error.ts';

const payloadOf = object({ contact_inbox_id: integer().required() });
const OTHER_PROVIDER =
  'the inbox has another provider now, and a part of the message was sent through the one before, or may have been';
/** How long a message waits for a provider that always says when to come again. */
const LONGEST_WAIT_MS = DAY;
/** How long the look-up of a mail server may take. */
const LOOK_UP_MS = 15 * SECOND;

/**
 * Sends the first message that waits for a contact, part by part, and queues the next one. That a part is under way is
 * stored before, so that after the end of a process nothing is sent again that may have arrived, unless the provider
 * knows repetitions. `provider` is the one of the job's kind; the inbox may have another by now.
 * @throws Postponed when the provider does not take it now; what keeps the server from sending it, unless it is the last
 *   attempt
 */
async function sendMessage(app: App, payload: Attributes, job: JobUnderWay, provider: Provider): Promise<void> {
  const { contact_inbox_id: contactInboxId } = payloadOf.validateSync(payload);
  for (;;) {
    const begun = await beginSending(app.tx(), contactInboxId, job.id, app.now());
    if (begun === null) return;
    try {
      const outgoing = await readOutgoing(app.tx(), begun.messageId, app.config.data_dir);
      // A message that is gone is no longer queued.
      if (outgoing) return await send(app, begun, outgoing, job);
    } catch (error) {
      return giveUpAtLast(app, { begun, jobId: job.id, provider }, error, job);
    }
  }
}

async function send(app: App, begun: Begun, outgoing: Outgoing, job: JobUnderWay): Promise<void> {
  const { transports } = await import('../../channels/transports.ts');
  const { provider, obstacle } = outgoing;
  const underWay = { begun, jobId: job.id, provider };
  const fail = (error: string) => end(app, underWay, { partIds: begun.partIds, error }, job);
  if (obstacle !== null) return fail(obstacle);
  const transport = transports[provider];
  const isBegun = begun.begunAt !== null || begun.partIds.length > 0;
  if (isBegun && begun.provider !== null && begun.provider !== provider) return fail(OTHER_PROVIDER);
  const doubt = doubtAbout(begun, transport, app.now());
  if (doubt !== null) return fail(`${doubt}; ${unknown(transport)}`);

  const { partIds, last, begunAt } = await sendParts(app, begun, outgoing, transport, job);
  if (last.is === 'accepted') {
    await end(app, underWay, { partIds, error: null }, job);
    return followRefusal(app, outgoing, last, 0);
  }
  const isRepeated = last.is === 'later' || (last.is === 'doubtful' && transport.isRepeatable);
  const attempts = job.attemptsCount + 1;
  if (isRepeated && !isLast(app, begun, job)) {
    await followRefusal(app, outgoing, last, attempts);
    const afterMs = last.is === 'later' && last.afterMs !== null ? Math.min(last.afterMs, LONGEST_WAIT_MS) : null;
    return postpone(
      app,
      underWay,
      { reason: last.reason, partIds, begunAt },
      job,
      () => new Postponed(last.reason, afterMs),
    );
  }
  const error = begunAt === null ? last.reason : `${last.reason}; ${unknown(transport)}`;
  await end(app, underWay, { partIds, error }, job);
  await followRefusal(app, outgoing, last, attempts);
}

/** Fails the message after its last attempt. Faults of the database are rethrown; other errors would come back for ever. */
async function giveUpAtLast(app: App, underWay: UnderWay, error: unknown, job: JobUnderWay): Promise<void> {
  if (error instanceof Postponed || faultOf(error) !== null || job.signal.aborted) throw error;
  const { begun } = underWay;
  const reason = notSentBecause(error);
  const isFinal = error instanceof AppError && error.code !== 'unavailable';
  if (!isFinal && !isLast(app, begun, job)) {
    const { partIds, begunAt } = begun;
    return postpone(app, underWay, { reason, partIds, begunAt }, job, () => error);
  }
  app.log.error({ err: error, job: job.id, message: begun.messageId }, 'a message could not be sent');
  return end(app, underWay, { partIds: begun.partIds, error: reason }, job);
}

/** @throws what `again` returns, for the job to be repeated; nothing when the message is queued no more */
async function postpone(app: App, underWay: UnderWay, tried: Tried, job: JobUnderWay, again: () => unknown) {
  const isQueued = await keep(app, job, () => postponeSending(app.tx(), underWay, tried, app.now()));
  if (isQueued) {
    app.counts.channelErrors.note(`${underWay.provider} send`);
    throw again();
  }
  return end(app, underWay, { partIds: tried.partIds, error: tried.reason }, job);
}

function isLast(app: App, begun: Begun, job: JobUnderWay): boolean {
  // Each message has a job of its own, however long it waited for those before it, unless an old job is retried.
  const since = Math.max(begun.createdAt.getTime(), job.createdAt.getTime());
  return app.now().getTime() - since >= LONGEST_WAIT_MS || job.attemptsCount + 1 >= MAX_ATTEMPTS;
}

/**
 * Sends the parts that have not been accepted yet, up to the first that is not. `begunAt`: since when that one may have
 * arrived; null = it has not.
 */
async function sendParts(
  app: App,
  begun: Begun,
  { message, channelId, channel, provider }: Outgoing,
  transport: Transport,
  job: JobUnderWay,
): Promise<{ partIds: string[]; last: Outcome; begunAt: Date | null }> {
  const parts = transport.partsOf(message);
  const partIds = [...begun.partIds];
  const fixed = await meansOf(app);
  const tokens = tokensOfChannel(app, channelId);
  let last: Outcome = { is: 'accepted', id: null };
  let begunAt: Date | null = null;
  if (parts.length === 0) {
    last = { is: 'refused', reason: `the message has nothing that ${transport.provider} can send` };
  }
  for (const [index, part] of parts.entries()) {
    if (index < begun.partIds.length) continue;
    const before = index === begun.partIds.length ? begun.begunAt : null;
    const progress = { partIds, provider, begunAt: before ?? app.now() };
    const isQueued = await keep(app, job, () => noteParts(app.tx(), begun.id, progress));
    if (!isQueued) break;
    const means = { ...fixed, channel, tokens, key: keyOf(begun, index) };
    last = await part(means).catch((error: unknown) => outcomeOfBug(app, error));
    begunAt = last.is === 'doubtful' ? progress.begunAt : before;
    if (last.is !== 'accepted') break;
    partIds.push(last.id ?? '');
  }
  return { partIds, last, begunAt };
}

/** A transport that throws may have sent the part before. */
function outcomeOfBug(app: App, error: unknown): Outcome {
  app.log.error({ err: error }, 'a message could not be sent');
  return { is: 'doubtful', reason: reasonOf(error) };
}

/** What is the same for all parts. */
async function meansOf({
  config,
  installation: { publicUrl },
}: App): Promise<Omit<Means, 'channel' | 'tokens' | 'key'>> {
  const addressOf = (host: string) => reachableAddress(host, config.webhooks.allowed_networks, openLookUp(LOOK_UP_MS));
  return { http: await providerHttp(), urls: config.channels, mail: config.mail, addressOf, publicUrl };
}

function end(app: App, underWay: UnderWay, result: End, job: JobUnderWay): Promise<void> {
  if (result.error !== null) app.counts.channelErrors.note(`${underWay.provider} send`);
  return keep(app, job, () => endSending(app.tx(), underWay, result, app.now()));
}

/** Stores what cannot be found out again, also while the database has a fault. */
function keep<T>(app: App, { signal }: JobUnderWay, work: () => Promise<T>): Promise<T> {
  return persist(app.log, 'cannot write down how a message was sent yet', work, () => !signal.aborted);
}

/** The kinds of jobs that send messages. */
export const sendingKinds: Record<string, JobHandler> = Object.fromEntries(
  PROVIDERS.map((provider) => [
    sendingKind(provider),
    (app: App, payload: Attributes, job: JobUnderWay) => sendMessage(app, payload, job, provider),
  ]),
);
