import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MINUTE, SECOND } from '../../src/time.ts';
import { CHANNELS } from '../support/channels/channels.ts';
import { newPlay } from '../support/channels/play.ts';
import { problemsOf } from '../support/channels/problems.ts';
import { givenTimedStages } from '../support/channels/timed-stages.ts';
import { WRITES } from '../support/channels/writes.ts';

/** Messages of a conversation, both ways together. */
const MESSAGES = 24;

let all: Awaited<ReturnType<typeof givenTimedStages>>;
beforeAll(async () => {
  all = await givenTimedStages();
});
afterAll(() => all.stop());

describe.each(Object.keys(CHANNELS))('a long conversation over %s', (name) => {
  it('is complete on both sides, with every kind of content, in its order', async () => {
    const stage = all.stages[name]!;
    const { open, channel } = stage;
    const [written, said] = [Object.keys({ ...WRITES, ...channel.writes }), Object.keys(open.says)];
    const play = newPlay(stage);
    const carla = await play.meet();
    for (let number = 0; number < MESSAGES / 2; number += 1) {
      await play.write(carla, written[number % written.length]!);
      await play.hear(carla, said[number % said.length]!);
      if (number % 3 === 0) await play.pass(SECOND);
    }
    const answers = { content_attributes: { in_reply_to_external_id: carla.heard[0]!.id } };
    await play.write(carla, 'text', answers);
    await play.pass(SECOND);
    await play.choose(carla, play.taken().at(-1)!, 'blue');
    await play.edit(carla, 0);
    await play.takeBack(carla, 1);
    for (const [index] of play.taken().entries()) await play.tell(index, ['sent', 'delivered', 'read']);
    await play.pass(5 * MINUTE);

    expect(await problemsOf(play)).toEqual([]);
    const messages = await stage.request('GET', `${stage.account.path}/conversations/1/messages?per_page=100`, {
      token: stage.account.token,
    });
    const failed = messages.body.payload.filter(({ status }: { status: string }) => status === 'failed');
    expect(failed).toEqual([]);
    expect(messages.body.payload.length).toBeGreaterThanOrEqual(MESSAGES);
  });
});
