import type { Db } from '../../../src/db/database.ts';
import { openTx } from '../../../src/db/tx.ts';
import { givenAccountIn } from '../account-in.ts';
import type { Answer } from '../app.ts';
import type { TestAccount } from '../factories.ts';
import { openPlace } from '../database/rows.ts';
import { databaseKind, type Place } from '../database.ts';
import { eventually } from '../eventually.ts';
import { jsonOf } from '../json-of.ts';
import { type Served, serveParley } from '../parley.ts';
import { send } from '../send.ts';
import type { Stage, StageAnswer } from './stage.ts';
import { startChannels } from './timed-stages.ts';

/** Servers in processes of their own, one of which can be killed while the others go on. */
export type ServedStages = {
  stages: Record<string, Stage>;
  /** How many servers there are. */
  count: number;
  /** Kills this one, as a power cut would; the others go on until `comeBack`. */
  kill(server: number): Promise<void>;
  /**
   * Starts all of them again, and gives them what was under way in the one that was killed, as if the time had passed for
   * which it holds that.
   */
  comeBack(): Promise<void>;
  stop(): Promise<void>;
};

/** An inbox of each channel, each of an account of its own, on one server, and on PostgreSQL on two. */
export async function givenServedStages(place: Place): Promise<ServedStages> {
  const { started, settings, stop } = await startChannels();
  const count = databaseKind === 'postgresql' ? 2 : 1;
  const env = environmentOf({
    ...settings,
    'channels.retry_seconds': '0',
    'rate_limit.requests_per_minute': '0',
  });
  const accounts = [];
  for (const { name } of started) accounts.push(await givenAccountIn(place, `${name}@example.com`));
  const orm = await openPlace(place);
  const rows = openTx(orm).db;
  const serve = () => Promise.all(Array.from({ length: count }, () => serveParley(place, env)));
  let servers: (Served | null)[] = await serve();
  let calls = 0;

  /** Of the first server that answers. */
  const request: Stage['request'] = (method, path, options) =>
    eventually(
      async (): Promise<StageAnswer | null> => {
        const server = servers[(calls += 1) % count];
        return server ? ask(`${server.url}${path}`, method, options) : null;
      },
      (answer) => answer !== null && answer.status < 500,
    ) as Promise<StageAnswer>;

  const stages: Record<string, Stage> = {};
  for (const [index, { name, channel, started: one }] of started.entries()) {
    const { id, token } = accounts[index]!;
    const path = `/api/v1/accounts/${id}`;
    stages[name] = {
      channel,
      started: one,
      open: await one.open(administrator(id, path, token, request)),
      account: { id, path, token },
      request,
      read: (work) => work(rows),
      pass: () => untilDone(rows, id),
    };
  }
  return {
    stages,
    count,
    async kill(server) {
      await servers[server]?.kill();
      servers[server] = null;
    },
    async comeBack() {
      // What is leased after all have ended was under way in one that was killed.
      await Promise.all(servers.map((server) => server?.stop()));
      await endLeases(rows);
      servers = await serve();
    },
    async stop() {
      await Promise.all(servers.map((server) => server?.stop()));
      await orm.close(true);
      await stop();
    },
  };
}

const environmentOf = (settings: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [`PARLEY_${name.replaceAll('.', '_').toUpperCase()}`, value]),
  );

/** Null when there is no answer. */
async function ask(
  url: string,
  method: string,
  { token, body, headers }: Parameters<Stage['request']>[2],
): Promise<StageAnswer | null> {
  const isJson = body !== undefined && !(body instanceof FormData) && !(body instanceof Uint8Array);
  const answer = await send(url, {
    method,
    headers: {
      ...(token && { api_access_token: token }),
      ...(isJson && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as FormData) }),
  }).catch(() => null);
  return answer && { ...answer, body: jsonOf(answer.text) };
}

/** The account as the factories know it. */
function administrator(id: number, path: string, token: string, request: Stage['request']): TestAccount {
  return {
    id,
    name: 'Acme',
    path,
    administrator: { id: 0, name: 'Ada', email: '', token },
    everywhere: [],
    join: async () => {},
    hear: async () => {},
    rate: async () => {},
    call: (method, below, body) => request(method, `${path}${below}`, { token, body }) as Promise<Answer>,
  };
}

/** Until all messages of the account are sent and received, and all files fetched: each next attempt comes at once. */
async function untilDone(rows: Db, account: number): Promise<void> {
  const work = () =>
    rows
      .selectFrom('jobs')
      .select(['id', 'kind'])
      .where('account_id', '=', account)
      .where('status', '=', 'pending')
      .where((eb) => eb.or([eb('kind', 'like', 'send_by_%'), eb('kind', 'in', ['receive_events', 'fetch_files'])]));
  await eventually(
    async () => {
      const left = await work().execute();
      const idle = rows
        .updateTable('jobs')
        .set({ due_at: new Date(0) })
        .where('leased_by', 'is', null);
      for (const { id } of left) await idle.where('id', '=', id).execute();
      // A message that is still to be sent may be the one that a status is about.
      if (!left.some(({ kind }) => kind.startsWith('send_by_'))) await ageStatuses(rows, account);
      return left.length;
    },
    (left) => left === 0,
  );
}

/** A status waits for its message by its age: it has come a minute earlier. */
async function ageStatuses(rows: Db, account: number): Promise<void> {
  await rows
    .updateTable('received_events')
    .set({ created_at: new Date(0) })
    .where('account_id', '=', account)
    .where('status', '=', 'waiting')
    .where('lane', 'like', 'status %')
    .execute();
}

async function endLeases(rows: Db): Promise<void> {
  await rows
    .updateTable('jobs')
    .set({ due_at: new Date(0), leased_by: null, leased_until: null })
    .where('leased_by', 'is not', null)
    .where('status', '=', 'pending')
    .execute();
}
