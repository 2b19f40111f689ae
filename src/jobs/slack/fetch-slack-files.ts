import { open, unlink } from 'node:fs/promises';
import { objectAt } from '../../channels/receiving/json-parts.ts';
import { AppError, invalid, wholeMessageOf } from '../../errors.ts';
import { providerClient } from '../../oauth/provider-client.ts';
import { accessTokenOf } from '../../resources/authorizations/access-token.ts';
import type { Connection } from '../../resources/integrations/connection.ts';
import { requestSlack } from '../../resources/integrations/slack/ask-slack.ts';
import { type SlackFile, slackFileIn } from '../../resources/integrations/slack/received-text.ts';
import { download } from '../../storage/download.ts';
import { newSpoolPath, removeFiles, storeFile } from '../../storage/files.ts';
import type { StoredFile } from '../../storage/stored-file.ts';
import { MINUTE } from '../../time.ts';
import { MAX_ATTEMPTS } from '../queue/finish-job.ts';
import type { JobUnderWay } from '../queue/handler.ts';

const TIMEOUT_MS = 5 * MINUTE;
const TEXTS = { refused: 'not fetched', tooLarge: 'not fetched', tooLargeDetail: 'it is too large' };
/** Where Slack keeps files; the token is sent nowhere else. */
const OF_SLACK = /^(?:[\w-]+\.)*slack(?:-gov)?\.com$/;
const PAGE = /^\s*(?:<!doctype html|<html)/i;
const PAGE_BYTES = 200;

/** The files that could be fetched, which no row names yet, and the others with the reason. */
export type FetchedFiles = { stored: StoredFile[]; failed: { name: string; why: string }[] };

/**
 * Fetches files that somebody has shared at Slack, up to the size of uploads.
 * @throws Error when Slack may give a file later, unless it is the last attempt of the job; none is left on the disk then
 */
export async function fetchSlackFiles(
  connection: Connection,
  files: readonly SlackFile[],
  job: JobUnderWay,
): Promise<FetchedFiles> {
  const fetched: FetchedFiles = { stored: [], failed: [] };
  for (const file of files) {
    try {
      fetched.stored.push(await fetchFile(connection, file, job));
    } catch (error) {
      const isFinal = error instanceof AppError && error.code !== 'unavailable';
      if (job.signal.aborted || (!isFinal && job.attemptsCount + 1 < MAX_ATTEMPTS)) {
        const keys = fetched.stored.map(({ key }) => key);
        await removeFiles(connection.app.config.data_dir, keys);
        throw error;
      }
      fetched.failed.push({ name: file.name, why: wholeMessageOf(error) });
    }
  }
  return fetched;
}

async function fetchFile(connection: Connection, told: SlackFile, job: JobUnderWay): Promise<StoredFile> {
  const { app, authorizationId } = connection;
  const { data_dir, server, oauth } = app.config;
  const { name, contentType, url } = told.url === '' ? await askWhere(connection, told) : told;
  const token = await accessTokenOf(app, authorizationId);
  if (token.is !== 'token') throw new AppError('unavailable', TEXTS.refused, { detail: token.reason });
  const isOfSettings = URL.canParse(url) && new URL(url).origin === new URL(oauth.slack.api_url).origin;
  if (!isOfSettings && !isAtSlack(url)) throw invalid(TEXTS.refused, 'its address is not one of Slack');
  const path = await newSpoolPath(data_dir);
  try {
    const headers = { authorization: `Bearer ${token.token}` };
    const ownHttp = isOfSettings ? await providerClient() : null;
    const wanted = { url, headers, accept: '*/*', maxBytes: server.max_file_bytes, timeoutMs: TIMEOUT_MS, ownHttp };
    const size = await download(await app.http(), wanted, path, job.signal, TEXTS);
    if (contentType !== 'text/html' && PAGE.test(await beginningOf(path))) {
      throw invalid(TEXTS.refused, 'Slack shows a page to sign in: the app there needs the scope files:read');
    }
    return await storeFile(data_dir, { path, filename: name, size });
  } finally {
    await unlink(path).catch(() => {});
  }
}

async function askWhere(connection: Connection, told: SlackFile): Promise<SlackFile> {
  const reply = await requestSlack(connection, 'files.info', { file: told.id });
  if (reply.is === 'unavailable') throw new AppError('unavailable', TEXTS.refused, { detail: reply.reason });
  if (reply.is === 'refused') throw invalid(TEXTS.refused, reply.reason);
  return slackFileIn(objectAt(reply.body, 'file'));
}

function isAtSlack(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' && OF_SLACK.test(hostname);
}

async function beginningOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(PAGE_BYTES), 0, PAGE_BYTES, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}
