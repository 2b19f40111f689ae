import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { object } from 'yup';
import type { App } from '../../app.ts';
import type { FilePlace, ReceivingMeans } from '../../channels/receiving/receiver.ts';
import { attachFile, giveUpFile } from '../../conversations/receiving/attach-file.ts';
import type { MessagePlace } from '../../conversations/receiving/message-sources.ts';
import { type LackingFile, readReceivedFiles } from '../../conversations/receiving/received-files.ts';
import { faultOf } from '../../db/faults.ts';
import { AppError, wholeMessageOf } from '../../errors.ts';
import { integer } from '../../fields.ts';
import { findReceivingInbox } from '../../resources/provider_callbacks/receiving-inbox.ts';
import { download } from '../../storage/download.ts';
import { newSpoolPath, removeFiles, storeFile } from '../../storage/files.ts';
import { unnamedKeys } from '../../storage/named-keys.ts';
import type { StoredFile } from '../../storage/stored-file.ts';
import { MINUTE } from '../../time.ts';
import { MAX_ATTEMPTS } from '../queue/finish-job.ts';
import type { JobHandler, JobUnderWay } from '../queue/handler.ts';
import { readOnce } from '../read-once.ts';
import { providerHttp } from '../../channels/provider-http.ts';

const payloadOf = object({ message_id: integer().required() });
/** After this many crashes, the file is assumed to cause them. */
const MOST_CUT_OFF = 5;
const TIMEOUT_MS = 5 * MINUTE;
/** It may arrive whole the next time. */
const DAMAGED = { detail: 'it is not the file that was sent' };
const TEXTS = { refused: 'File not fetched', tooLarge: 'File not fetched', tooLargeDetail: 'it is too large' };

/**
 * Fetches the files of a received message, one after the other. Temporary failures are tried again; the message lists files
 * that cannot be fetched at all.
 */
export const fetchFiles: JobHandler = async (app, payload, job) => {
  const { message_id: messageId } = payloadOf.validateSync(payload);
  const message = await app
    .tx()
    .db.selectFrom('messages')
    .select(['conversation_id as conversationId', 'inbox_id as inboxId'])
    .where('id', '=', messageId)
    .executeTakeFirst();
  const inbox = message && (await findReceivingInbox(app.tx(), message.inboxId));
  if (!message || !inbox) return;
  const { receivers } = await import('../../channels/receiving/find-receiver.ts');
  const { locate } = receivers[inbox.provider] ?? {};
  const means = { http: await providerHttp(), urls: app.config.channels, channel: inbox.channel };
  const place = { conversationId: message.conversationId, messageId };

  let postponed: unknown = null;
  for (const file of await readReceivedFiles(app.tx(), messageId)) {
    if (file.error !== null) continue;
    try {
      if (!locate) throw new AppError('invalid', `files of ${inbox.provider} cannot be fetched`);
      await fetch(app, place, file, await locate(file.source, means), means, job);
    } catch (error) {
      if (faultOf(error) !== null || job.signal.aborted) throw error;
      const isFinal = error instanceof AppError && error.code !== 'unavailable';
      const isLast = job.attemptsCount + 1 >= MAX_ATTEMPTS;
      if (isFinal || isLast) await giveUpFile(app.tx(), place, file.id, wholeMessageOf(error), app.now());
      else postponed ??= error;
    }
  }
  if (postponed !== null) throw postponed;
};

async function fetch(
  app: App,
  place: MessagePlace,
  file: LackingFile,
  { url, headers, isOfSettings, maxBytes, sha256 }: FilePlace,
  { http }: ReceivingMeans,
  job: JobUnderWay,
): Promise<void> {
  const { data_dir } = app.config;
  const path = await newSpoolPath(data_dir);
  try {
    const ownHttp = isOfSettings ? http : null;
    const wanted = { url, headers, accept: '*/*', maxBytes, timeoutMs: TIMEOUT_MS, ownHttp };
    const size = await download(await app.http(), wanted, path, job.signal, TEXTS);
    if (sha256 && (await sha256Of(path)) !== sha256) throw new AppError('unavailable', TEXTS.refused, DAMAGED);
    const filename = file.name ?? new URL(url).pathname;
    const once = readOnce(data_dir, job.id);
    const store = () => once(() => storeFile(data_dir, { path, filename, size }));
    // The process may have ended for another reason than the file.
    const isSuspect = job.attemptsCount >= MOST_CUT_OFF;
    const stored = await store().catch((error: unknown) => {
      if (isSuspect || !(error instanceof AppError)) throw error;
      return store();
    });
    await keep(app, place, file, stored);
  } finally {
    await unlink(path).catch(() => {});
  }
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

async function keep(
  app: App,
  place: MessagePlace,
  { id, contentType }: LackingFile,
  stored: StoredFile,
): Promise<void> {
  const { data_dir } = app.config;
  // Voices are recorded in containers whose type is a video's.
  const isSound = contentType?.startsWith('audio/') && stored.contentType.startsWith('video/');
  const file = isSound ? { ...stored, contentType: stored.contentType.replace('video/', 'audio/') } : stored;
  try {
    const isWanted = await attachFile(app.tx(), place, id, file, app.now());
    if (!isWanted) await removeFiles(data_dir, [file.key]);
  } catch (error) {
    // The commit may have been done although its answer was lost.
    await removeFiles(data_dir, await unnamedKeys(app.tx(), [file.key]));
    throw error;
  }
}
