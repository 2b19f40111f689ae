import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HOUR } from '../../src/time.ts';
import { newPlay, type Play } from '../support/channels/play.ts';
import { problemsOf } from '../support/channels/problems.ts';
import { givenTimedStages, type TimedStages } from '../support/channels/timed-stages.ts';
import { eventually } from '../support/eventually.ts';

let all: TimedStages;
beforeAll(async () => {
  all = await givenTimedStages();
});
afterAll(() => all.stop());

/** A message of several parts to somebody new. */
async function givenLong(name: string, ...faults: Parameters<Play['fail']>[0]) {
  const play = newPlay(all.stages[name]!);
  const someone = await play.meet();
  play.fail(faults);
  await play.write(someone, 'long');
  const statusOf = async () => {
    const { id } = someone.wrote[0]!;
    const row = (rows: Parameters<Parameters<typeof play.stage.read>[0]>[0]) =>
      rows.selectFrom('messages').select('status').where('id', '=', id).executeTakeFirstOrThrow();
    return (await play.stage.read(row)).status;
  };
  return { play, statusOf };
}

describe.each(['twilio', 'bandwidth', 'whatsapp_cloud', 'dialog360'])('a message over %s in several parts', (name) => {
  it('stays failed when one of them was refused, whatever is told of the others', async () => {
    const { play, statusOf } = await givenLong(name, 'none', 'refused');
    await play.pass(0);
    await play.tell(0, ['sent', 'delivered', 'read']);
    await play.pass(0);

    expect(play.taken()).toHaveLength(1);
    expect(await statusOf()).toBe('failed');
    expect(await problemsOf(play)).toEqual([]);
  });

  it('stays failed in doubt when one of them is known to have arrived', async () => {
    const { play, statusOf } = await givenLong(name, 'no answer');
    await play.pass(0);
    await play.tell(0, ['delivered']);
    await play.pass(HOUR);

    expect(await statusOf()).toBe('failed');
    expect(await problemsOf(play)).toEqual([]);
  });

  it('has failed when one of them has, also after others have been read', async () => {
    const { play, statusOf } = await givenLong(name);
    await play.pass(0);
    await play.tell(0, ['delivered', 'read']);
    await play.pass(0);
    await play.tell(1, ['failed']);
    await play.tell(0, ['read', 'delivered']);
    await play.pass(0);

    expect(await statusOf()).toBe('failed');
    expect(await problemsOf(play)).toEqual([]);
  });

  it('has failed when one of them fails while the next one waits', async () => {
    const { play, statusOf } = await givenLong(name, 'none', 'limited for a while');
    await eventually(
      () => play.taken().length,
      (count) => count === 1,
    );
    await play.tell(0, ['failed']);
    await play.pass(HOUR);

    expect(play.taken().length).toBeGreaterThan(1);
    expect(await statusOf()).toBe('failed');
    expect(await problemsOf(play)).toEqual([]);
  });
});

describe.each(['bandwidth', 'whatsapp_cloud', 'dialog360'])('a message over %s whose answer was lost', (name) => {
  it('is sent after all when its status is told', async () => {
    const play = newPlay(all.stages[name]!);
    const someone = await play.meet();
    play.fail(['no answer']);
    await play.write(someone, 'text');
    await play.pass(0);
    const before = await problemsOf(play);
    await play.tell(0, ['delivered']);
    await play.pass(0);

    expect([before, await problemsOf(play)]).toEqual([[], []]);
  });
});
