import type { DestinationStream } from 'pino';
import { type App, openApp } from '../../src/app.ts';
import { type Flags, loadConfig } from '../../src/config.ts';
import { migrate } from '../../src/db/migrate.ts';
import type { Db } from '../../src/db/database.ts';
import { openLog } from '../../src/log.ts';
import { serve } from '../../src/server.ts';
import { throwWrongFrames } from './cable/check-frame.ts';
import { checkAnswer } from './openapi/check-answer.ts';
import { checkRecorded } from './openapi/check-payload.ts';
import { TESTED_DIALECT } from './openapi/dialect.ts';
import { bySocket, databaseKind, givenPlace, type Place } from './database.ts';
import { jsonOf } from './json-of.ts';
import { sharedApps } from './shared-apps.ts';
import { send } from './send.ts';

/** An answer: its status, its headers, and its body as JSON if it is JSON. */
// Tests read a body by its keys, and check themselves what is there.
// oxlint-disable-next-line typescript/no-explicit-any
export type Answer = { status: number; headers: Headers; body: any; text: string };

/** A real app on a real database, reached over HTTP; every answer and every event is checked against the document of the API. */
export type TestApp = {
  app: App;
  url: string;
  /**
   * Sends JSON, a form, or raw text or bytes; without a `token`, none is sent.
   * @throws Error when the document does not allow the answer
   */
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  /** Kysely on the app's database, outside of its transactions, to look at rows. */
  rows: () => Db;
  /** @throws Error when an event was recorded, or a frame received, that does not match the document */
  stop(): Promise<void>;
};

export type RequestOptions = {
  token?: string | null | undefined;
  body?: unknown;
  headers?: Record<string, string> | undefined;
};

/** How an app differs from the usual one. */
export type AppOptions = {
  /** The clock; the machine's unless given. */
  now?: () => Date;
  /** Where its log goes; standard output unless given. */
  log?: DestinationStream;
  /** Whether jobs run by themselves; they do unless it is false. */
  jobs?: boolean;
  /** How long an operation waits for the database, in milliseconds; as long as for users unless given. */
  databaseWaitMs?: number;
  /** Whether what is written survives a power cut, as it does for users; it does not unless it is true. */
  databaseSyncs?: boolean;
  /** Whether all suites of this worker use it; by default, apps without settings or options are shared. */
  isShared?: boolean;
  /** Where its data is, for apps that share it; the test that made the place removes it. */
  place?: Place;
};

/**
 * An app with `settings` over the defaults; stop it in afterAll. Without settings and options it is the one that all
 * suites of this worker share, and `stop` leaves it running.
 */
export async function givenApp(settings: Flags = {}, options: AppOptions = {}): Promise<TestApp> {
  const isShared = options.isShared ?? Object.keys({ ...settings, ...options }).length === 0;
  if (!isShared) return startApp(settings, options);
  const shared = await sharedApp();
  return { ...shared, stop: () => checkTold(shared.app) };
}

function sharedApp(): Promise<TestApp> {
  const running = (sharedApps.get(databaseKind) as Promise<TestApp> | undefined) ?? startApp({}, {});
  sharedApps.set(databaseKind, running);
  return running;
}

/** Tests reach no service outside: nothing listens there. */
const NOWHERE = 'http://127.0.0.1:9';
const NO_PROVIDERS: Flags = Object.fromEntries(
  [
    'channels.twilio_url',
    'channels.twilio_messaging_url',
    'channels.twilio_content_url',
    'channels.bandwidth_url',
    'channels.whatsapp_url',
    'channels.dialog360_url',
    'channels.telegram_url',
    'channels.line_url',
    'channels.line_data_url',
    'integrations.openai_url',
    'integrations.google_translate_url',
    'integrations.dyte_url',
    'oauth.linear.api_url',
    'oauth.slack.api_url',
    'oauth.shopify.api_url',
  ].map((name) => [name, NOWHERE]),
);

async function startApp(
  settings: Flags,
  { now, log, jobs = true, place: shared, databaseWaitMs, databaseSyncs = false }: AppOptions,
): Promise<TestApp> {
  const place = shared ?? (await givenPlace());
  const config = loadConfig(
    undefined,
    {},
    {
      data_dir: place.dataDir,
      'database.url': bySocket(place.databaseUrl) || undefined,
      'server.port': '0',
      'log.level': 'error',
      'api.dialect': TESTED_DIALECT,
      'rate_limit.requests_per_minute': '0',
      'rate_limit.contact_requests_per_minute': '0',
      'rate_limit.reader_requests_per_minute': '0',
      'rate_limit.new_visitors_per_hour': '0',
      'rate_limit.visitor_transcripts_per_hour': '0',
      'rate_limit.signups_per_half_hour': '0',
      'rate_limit.sign_ins_per_half_hour': '0',
      'rate_limit.unproven_callbacks_per_minute': '0',
      ...NO_PROVIDERS,
      ...settings,
    },
  );
  const app = await openApp(config, {
    ...(now && { now }),
    ...(log && { log: openLog(config, log) }),
    databaseWaitMs,
    databaseSyncs,
  });
  await migrate(app.orm, place.dataDir, new Date());
  const running = await serve(app, { jobs });

  return {
    app,
    url: running.url,
    async request(method, path, options = {}) {
      const answer = await answerTo(`${running.url}${path}`, method, options);
      checkAnswer(method, path, answer, app.installation.dialect);
      return answer;
    },
    rows: () => app.tx().db,
    async stop() {
      await running.stop();
      try {
        await checkTold(app);
      } finally {
        await app.close();
        if (!shared) await place.remove();
      }
    },
  };
}

/** @throws Error when an event was recorded, or a frame received, that does not match the document */
async function checkTold(app: App): Promise<void> {
  throwWrongFrames();
  await checkRecorded(app);
}

async function answerTo(url: string, method: string, { token, body, headers }: RequestOptions): Promise<Answer> {
  const isRaw =
    [FormData, URLSearchParams, Uint8Array].some((kind) => body instanceof kind) || typeof body === 'string';
  const isJson = body !== undefined && !isRaw;
  const answer = await send(url, {
    method,
    headers: {
      ...(token && { api_access_token: token }),
      ...(isJson && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as string) }),
  });
  return { ...answer, body: jsonOf(answer.text) };
}
