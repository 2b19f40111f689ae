import { object, string } from 'yup';
import type { App } from '../../app.ts';
import {
  type ReceivedItem,
  type Receiver,
  type ReceivingMeans,
  type StoreFile,
  UNREAD,
} from '../../channels/receiving/receiver.ts';
import { memberOfLane } from '../../channels/email/member-addresses.ts';
import { beginEvent, leaveLane, type WaitingEvent } from '../../conversations/receiving/begin-event.ts';
import { endEvent } from '../../conversations/receiving/end-event.ts';
import type { Lane } from '../../conversations/receiving/lanes.ts';
import { faultOf } from '../../db/faults.ts';
import { AppError } from '../../errors.ts';
import { integer } from '../../fields.ts';
import { findContactCaller } from '../../records/public/contact-caller.ts';
import { findReceivingInbox, type ReceivingInbox } from '../../resources/provider_callbacks/receiving-inbox.ts';
import { type Profiles, takeEvent, UnknownMessage } from '../../resources/provider_callbacks/take-event.ts';
import { removeFiles, storeFile } from '../../storage/files.ts';
import { unnamedKeys } from '../../storage/named-keys.ts';
import { MINUTE, SECOND } from '../../time.ts';
import { fileUrl } from '../../wire/message-blocks.ts';
import type { JobHandler, JobUnderWay } from '../queue/handler.ts';
import { Postponed } from '../queue/postponed.ts';
import { spareTime } from './spare-time.ts';
import { takeMemberMail } from './take-member-mail.ts';
import { withEventFile } from './with-event-file.ts';
import { providerHttp } from '../../channels/provider-http.ts';

const payloadOf = object({ inbox_id: integer().required(), lane: string().defined() });
/** How long an event waits for time that requests leave. */
const LONGEST_PAUSE_MS = 100;
/** Events that a job handles before other jobs get their turn. */
const MOST_EVENTS = 20;
/** After so many attempts that were cut off, by the end of the process or an error that passes, the event may be the cause. */
const MOST_CUT_OFF = 5;
/**
 * How long a status or an edit waits for its message, from its arrival: until this age, the pause is so long. Then a status is
 * ignored, and an edit is stored as a message.
 */
const EARLY_PAUSES = [
  { untilMs: 2 * SECOND, pauseMs: 2 * SECOND },
  { untilMs: 10 * SECOND, pauseMs: 8 * SECOND },
  { untilMs: 30 * SECOND, pauseMs: 20 * SECOND },
  { untilMs: MINUTE, pauseMs: 30 * SECOND },
  // A process that was killed while it sent the message holds it for two minutes.
  { untilMs: 5 * MINUTE, pauseMs: 2 * MINUTE },
];
const BUSY_PAUSE_MS = 10 * SECOND;

/**
 * Handles what a provider has told, lane by lane in its order. An event that cannot be handled is kept with the reason, and
 * the next one follows.
 * @throws Postponed when the first event has to wait
 */
export const receiveEvents: JobHandler = async (app, payload, job) => {
  const { inbox_id: inboxId, lane: name } = payloadOf.validateSync(payload);
  const member = memberOfLane(name);
  if (member && job.accountId !== null) {
    const lane = { accountId: job.accountId, inboxId, lane: name };
    return handleEach(app, lane, job, (event) => takeMemberMail(app, lane.accountId, member, event));
  }
  const inbox = await findReceivingInbox(app.tx(), inboxId);
  // With a deleted inbox, its events are deleted.
  if (!inbox) return;
  const lane = { accountId: inbox.account.id, inboxId, lane: name };
  return handleEach(app, lane, job, async (event, isSuspect) => {
    if (isSuspect) await fail(app, inbox, lane, event, new Error('the server could not handle this several times'));
    else await handle(app, inbox, lane, event);
  });
};

/** Handles the events of the lane singly; `isSuspect`: whether the first may have ended processes. */
async function handleEach(
  app: App,
  lane: Lane,
  job: JobUnderWay,
  take: (event: WaitingEvent, isSuspect: boolean) => Promise<void>,
): Promise<void> {
  for (let handled = 0; handled < MOST_EVENTS; handled += 1) {
    // Where much has come at once, requests go before.
    await spareTime(LONGEST_PAUSE_MS);
    const event = await beginEvent(app.tx(), lane, job.id, app.now());
    if (event === null) return;
    await take(event, handled === 0 && job.attemptsCount >= MOST_CUT_OFF);
  }
  await leaveLane(app.tx(), lane, job.id, app.now());
}

async function handle(app: App, inbox: ReceivingInbox, lane: Lane, event: WaitingEvent): Promise<void> {
  const { receivers } = await import('../../channels/receiving/find-receiver.ts');
  const receiver = receivers[inbox.provider];
  const { data_dir } = app.config;
  const keys = event.fileKey === null ? [] : [event.fileKey];
  const store: StoreFile = async (upload) => {
    const file = await storeFile(data_dir, upload);
    keys.push(file.key);
    return { file, url: fileUrl(app.installation.publicUrl, file.key, file.filename) };
  };
  try {
    if (!receiver) throw new Error(`nothing is received from ${inbox.provider} yet`);
    const items = await itemsOf(receiver, data_dir, event, inbox, store);
    // No error came from reading it again, such as for content that would be ignored.
    if (lane.lane === UNREAD) throw new Error('it cannot be read');
    const means = { http: await providerHttp(), urls: app.config.channels, channel: inbox.channel };
    const profiles = await profilesOf(app, inbox, receiver, items, means);
    const isLast = pauseOf(app, event) === null;
    await takeEvent(app.tx(), inbox, { eventId: event.id, items, profiles, isLast }, app.now());
    await receiver.acknowledge?.(event.body, means).catch((error: unknown) => logged(app, lane, event, error));
  } catch (error) {
    await endBadEvent(app, inbox, lane, event, error);
  } finally {
    // Files of an event that was handled, now or before, or not at all.
    if (keys.length > 0) await removeFiles(data_dir, await unnamedKeys(app.tx(), keys));
  }
}

/** The items of the event. @throws Error when it cannot be read */
async function itemsOf(
  receiver: Receiver,
  dataDir: string,
  event: WaitingEvent,
  { channel, account }: ReceivingInbox,
  store: StoreFile,
): Promise<ReceivedItem[]> {
  const receiveFile = receiver.receiveFile;
  if (!receiveFile) return receiver.receive(event.body, channel, store, account.id);
  return withEventFile(dataDir, event, (place) => receiveFile(place, channel, store, account.id));
}

/** Asks for those who are new in the inbox; what cannot be found out is not waited for. */
async function profilesOf(
  app: App,
  { inboxId }: ReceivingInbox,
  receiver: Receiver,
  items: readonly ReceivedItem[],
  means: ReceivingMeans,
): Promise<Profiles> {
  const profiles: Map<string, Awaited<ReturnType<NonNullable<Receiver['profileOf']>>>> = new Map();
  for (const item of items) {
    if (!receiver.profileOf || item.is !== 'message') continue;
    const { sourceId } = item.from;
    if (profiles.has(sourceId) || (await findContactCaller(app.tx(), inboxId, sourceId))) continue;
    profiles.set(sourceId, await receiver.profileOf(sourceId, means).catch(() => null));
  }
  return profiles;
}

/** @throws Postponed, or an error that may pass, after which the event is handled again */
async function endBadEvent(
  app: App,
  inbox: ReceivingInbox,
  lane: Lane,
  event: WaitingEvent,
  error: unknown,
): Promise<void> {
  if (faultOf(error) !== null || mayPass(error)) throw error;
  if (error instanceof UnknownMessage) {
    const pauseMs = pauseOf(app, event);
    if (pauseMs !== null) throw new Postponed(error.message, pauseMs);
    await endEvent(app.tx(), event.id, { status: 'ignored', error: error.message }, app.now());
    return;
  }
  if (error instanceof AppError && error.message === TOO_MANY) throw new Postponed(error.message, BUSY_PAUSE_MS);
  await fail(app, inbox, lane, event, error);
}

/** For how long the event waits for the message that it is about; null = no longer. */
function pauseOf(app: App, { createdAt }: WaitingEvent): number | null {
  const age = app.now().getTime() - createdAt.getTime();
  return EARLY_PAUSES.find(({ untilMs }) => age < untilMs)?.pauseMs ?? null;
}

/** Whether the operating system or a service did not do what it was asked: it may the next time. */
function mayPass(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 'unavailable';
  return error instanceof Error && 'syscall' in error;
}

/** The error of `createMessage` for a conversation with too many messages at the moment. */
const TOO_MANY = 'Too many messages';

async function fail(
  app: App,
  { provider }: ReceivingInbox,
  lane: Lane,
  event: WaitingEvent,
  error: unknown,
): Promise<void> {
  app.counts.channelErrors.note(`${provider} receive`);
  logged(app, lane, event, error);
  const reason = error instanceof AppError && error.detail ? `${error.message}: ${error.detail}` : String(error);
  await endEvent(app.tx(), event.id, { status: 'failed', error: reason }, app.now());
}

function logged(app: App, { inboxId }: Lane, { id }: WaitingEvent, error: unknown): void {
  app.log.warn({ err: error, inbox: inboxId, received_event: id }, 'cannot handle what a provider told');
}
