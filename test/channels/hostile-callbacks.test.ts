import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import type { Callback } from '../support/channels/channel.ts';
import { CHANNELS } from '../support/channels/channels.ts';
import { newPlay } from '../support/channels/play.ts';
import { problemsOf } from '../support/channels/problems.ts';
import { conversationsOf, type Stage } from '../support/channels/stage.ts';
import { givenTimedStages } from '../support/channels/timed-stages.ts';

const NAMES = Object.keys(CHANNELS);
/** Those whose providers sign what they tell; the others send a secret with it. */
const SIGNED = ['line', 'twilio', 'whatsapp_cloud'];
const FORMS = ['twilio', 'email'];

let all: Awaited<ReturnType<typeof givenTimedStages>>;
beforeAll(async () => {
  all = await givenTimedStages();
});
afterAll(() => all.stop());

async function post(stage: Stage, { path, headers, body }: Callback, packed?: Uint8Array): Promise<number> {
  const options = { headers, body: packed ?? Buffer.from(body) };
  return (await stage.request('POST', path, options)).status;
}

/** An inbox of another account at the same provider. */
async function givenOther(name: string) {
  return (await all.givenMore(name, 'another-secret')).open;
}

describe.each(NAMES)('a callback of %s', (name) => {
  it('is refused without its signature or secret, and when it has been changed', async () => {
    const stage = all.stages[name]!;
    const someone = stage.open.somebody();
    const { callback } = stage.open.says['text']!(someone, 'forged');
    const { 'content-type': type = '' } = callback.headers;
    const answers = [await post(stage, { ...callback, headers: { 'content-type': type } })];
    if (SIGNED.includes(name)) {
      answers.push(await post(stage, { ...callback, body: callback.body.replace('forged', 'changed') }));
    }
    await stage.pass(0);

    expect([...new Set(answers)]).toEqual([401]);
    expect(await conversationsOf(stage, someone)).toEqual([]);
  });

  it('adds nothing when it comes again after it has been forgotten', async () => {
    const stage = all.stages[name]!;
    const play = newPlay(stage);
    const someone = await play.meet();
    await play.hear(someone, 'document');
    await stage.pass(0);
    await stage.read((rows) =>
      rows.deleteFrom('received_events').where('inbox_id', '=', stage.open.inbox.id).execute(),
    );
    for (const { callback } of someone.said) expect(await post(stage, callback)).toBeLessThan(300);
    await stage.pass(0);

    expect(await problemsOf(play)).toEqual([]);
  });

  it('is refused where it is packed', async () => {
    const stage = all.stages[name]!;
    const { callback } = stage.open.says['text']!(stage.open.somebody(), 'packed');
    const headers = { ...callback.headers, 'content-encoding': 'gzip' };
    const status = await post(stage, { ...callback, headers }, gzipSync(Buffer.from(callback.body)));

    expect(status).toBe(400);
  });
});

describe.each(NAMES.filter((name) => name !== 'email'))(
  'a callback of %s about the inbox of another account',
  (name) => {
    it('is refused with the secrets of the own one', async () => {
      const stage = all.stages[name]!;
      const [other, someone] = [await givenOther(name), stage.open.somebody()];
      const { callback } = stage.open.says['text']!(someone, 'for the others');
      const status = await post(stage, other.signs!(callback));
      await stage.pass(0);

      expect(status).toBe(401);
      expect(await conversationsOf(stage, someone)).toEqual([]);
      expect(await conversationsOf({ ...stage, open: other }, someone)).toEqual([]);
    });
  },
);

describe.each(NAMES.filter((name) => !FORMS.includes(name)))('a callback of %s that no program can read', (name) => {
  it.each([
    ['is deep', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
    ['has deep parts', `{"message":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)},"events":[],"entry":[]}`],
    ['is no JSON', '\u0000{"update_id'],
  ])('disturbs nothing when it %s', async (_, body) => {
    const { open, ...stage } = await all.givenMore(name);
    const { callback } = open.says['text']!(open.somebody(), 'before');
    const status = await post({ ...stage, open }, open.signs!({ ...callback, body }));
    const play = newPlay({ ...stage, open });
    await play.meet();
    const events = await stage.read((rows) =>
      rows
        .selectFrom('received_events')
        .select('status')
        .where('inbox_id', '=', open.inbox.id)
        .where('status', '=', 'waiting')
        .execute(),
    );

    expect(status).toBeLessThan(500);
    expect(events).toEqual([]);
  });
});

describe('a mail with scripts', () => {
  it('is served without them', async () => {
    const stage = all.stages['email']!;
    const play = newPlay(stage);
    const someone = await play.meet();
    await play.hear(someone, 'html');
    await stage.pass(0);
    const [conversation] = await conversationsOf(stage, someone.id);
    const path = `${stage.account.path}/conversations/${conversation}/messages`;
    const { text } = await stage.request('GET', path, { token: stage.account.token });

    expect(await problemsOf(play)).toEqual([]);
    expect(text).toContain('html_content');
    expect(text).not.toMatch(/<script|onerror|alert/i);
  });
});
