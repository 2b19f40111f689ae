import { randomUUID } from 'node:crypto';
import { eventually } from '../eventually.ts';
import type { Callback, Said, Taken, TestChannel, ToldStatus } from './channel.ts';
import type { FaultName } from './faults.ts';
import { marksIn, nextMark } from './marks.ts';
import { conversationsOf, type Stage } from './stage.ts';
import { WRITES, type Written } from './writes.ts';

/** What has been heard of a contact, as it must be shown. */
export type Heard = { id: string; text: string; files: number; isDeleted: boolean };
/** What has been written to a contact. */
export type Wrote = { id: number; mark: string; signs: string[] };
/** A contact, with what was said in the order in which it came, and in which it was written. */
export type Someone = { id: string; said: Said[]; heard: Heard[]; wrote: Wrote[] };

/** What happens in an inbox, and what has happened. */
export type Play = {
  stage: Stage;
  people: Someone[];
  /** What has gone wrong. */
  faults: FaultName[];
  /** What was told of requests that were taken, by their `partOf`. */
  told: Map<string, ToldStatus[]>;
  /** The requests with messages of this play, in their order. */
  taken(): Taken[];
  /** Somebody new, who has written and been heard. */
  meet(): Promise<Someone>;
  /** The team writes; `more` is added to the request. */
  write(to: Someone, kind: string, more?: object): Promise<void>;
  /** The contact says something, and its provider tells it `times` times: now, or when time passes. */
  hear(from: Someone, kind: string, times?: number, isLate?: boolean): Promise<void>;
  /** The contact edits something that they have said, or takes it back. */
  edit(from: Someone, which: number): Promise<void>;
  takeBack(from: Someone, which: number): Promise<void>;
  choose(from: Someone, taken: Taken, value: string): Promise<void>;
  fail(names: readonly FaultName[]): void;
  /** The provider tells these of a request that it has taken. */
  tell(which: number, statuses: readonly ToldStatus[]): Promise<void>;
  pass(ms: number): Promise<void>;
};

export function newPlay(stage: Stage): Play {
  const { channel, started, open } = stage;
  const { provider } = started;
  const from = provider.taken().length;
  const marks = new Set<string>();
  const repairs: (() => void)[] = [];
  let late: (() => Promise<void>)[] = [];
  let again: Callback[] = [];

  /** Once, as a provider does it until its callback is taken. */
  async function post({ path, headers, body }: Callback): Promise<void> {
    for (let tries = 0; tries < 5; tries += 1) {
      const { status } = await stage.request('POST', path, { body: Buffer.from(body), headers });
      if (status < 300) return;
    }
    throw new Error(`a callback is not taken at ${path}`);
  }

  async function postTimes(callback: Callback, times: number): Promise<void> {
    await Promise.all(Array.from({ length: Math.min(times, 2) }, () => post(callback)));
    if (times > 2) again.push(callback);
  }

  async function deliver(someone: Someone, said: Said, times: number): Promise<void> {
    await postTimes(said.callback, times);
    const { id, text, files } = said;
    // It is known already where an edit came first.
    if (!someone.heard.some((heard) => heard.id === id)) someone.heard.push({ id, text, files, isDeleted: false });
  }

  function say(someone: Someone, kind: string): Said {
    const said = (open.says[kind] ?? open.says['text'])!(someone.id, nextMark());
    someone.said.push(said);
    if (said.repair) repairs.push(said.repair);
    return said;
  }

  const play: Play = {
    stage,
    people: [],
    faults: [],
    told: new Map(),
    taken: () =>
      provider
        .taken()
        .slice(from)
        .filter((taken) => marksIn(taken).some((mark) => marks.has(mark))),

    async meet() {
      const someone: Someone = { id: open.somebody(), said: [], heard: [], wrote: [] };
      play.people.push(someone);
      await play.hear(someone, 'text');
      await stage.pass(0);
      await eventually(
        () => conversationsOf(stage, someone.id),
        ({ length }) => length > 0,
      );
      return someone;
    },

    async write(to, kind, more = {}) {
      const mark = nextMark();
      const { body, signs } = writtenIn(channel, kind, mark);
      const [conversation] = await conversationsOf(stage, to.id);
      const path = `${stage.account.path}/conversations/${conversation}/messages`;
      marks.add(mark);
      const asked = body instanceof FormData ? body : { message_type: 'outgoing', ...body, ...more };
      const { token } = stage.account;
      // Where a server is killed before it answers, another is asked the same.
      const headers = { 'idempotency-key': randomUUID() };
      const answer = await stage.request('POST', path, { token, body: asked, headers });
      if (answer.status >= 300) throw new Error(`a message of the kind ${kind} is refused: ${answer.text}`);
      to.wrote.push({ id: answer.body.id, mark, signs });
    },

    async hear(someone, kind, times = 1, isLate = false) {
      const said = say(someone, kind);
      if (isLate) late.push(() => deliver(someone, said, times));
      else await deliver(someone, said, times);
    },

    async edit(someone, which) {
      const said = someone.said[which % someone.said.length]!;
      if (!open.edits) return;
      const text = nextMark();
      await post(open.edits(someone.id, said, text));
      const heard = someone.heard.find(({ id }) => id === said.id);
      if (heard) heard.text = text;
      else someone.heard.push({ id: said.id, text, files: said.files, isDeleted: false });
    },

    async takeBack(someone, which) {
      const heard = someone.heard[which % someone.heard.length]!;
      const said = someone.said.find(({ id }) => id === heard.id);
      if (!open.takesBack || !said) return;
      await post(open.takesBack(someone.id, said));
      heard.isDeleted = true;
    },

    async choose(someone, taken, value) {
      if (!open.chooses) return;
      const said = { ...open.chooses(someone.id, taken, value), text: value };
      someone.said.push(said);
      await deliver(someone, said, 1);
    },

    fail(names) {
      play.faults.push(...names);
      provider.fail(names);
    },

    async tell(which, statuses) {
      const all = play.taken();
      const taken = all[which % Math.max(1, all.length)];
      if (!open.tells || !taken) return;
      const part = channel.partOf(taken);
      const before = play.told.get(part) ?? [];
      // What has failed does not arrive, and the other way round.
      const fits = statuses.filter((status) =>
        status === 'failed'
          ? !before.some((one) => one === 'delivered' || one === 'read')
          : status === 'sent' || !before.includes('failed'),
      );
      for (const status of fits) await post(open.tells(taken, status));
      play.told.set(part, [...before, ...fits]);
    },

    async pass(ms) {
      const [now, repeated] = [late.toReversed(), again.toReversed()];
      late = [];
      again = [];
      for (const deliverNow of now) await deliverNow();
      for (const callback of repeated) await post(callback);
      await stage.pass(ms);
      for (const repair of repairs.splice(0)) repair();
    },
  };
  return play;
}

function writtenIn({ writes = {} }: TestChannel, kind: string, mark: string): Written {
  const own = writes[kind];
  if (own) return { body: own(`${mark}a`), signs: [`${mark}a`] };
  return (WRITES[kind] ?? WRITES['text'])!(mark);
}
