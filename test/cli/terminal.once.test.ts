import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { eventually } from '../support/eventually.ts';
import { givenPlace, type Place } from '../support/database.ts';
import { hasTerminal, startInTerminal } from '../support/programs/terminal.ts';

let place: Place;
beforeAll(async () => {
  place = await givenPlace();
});
afterAll(() => place.remove());

// The codes that set colours begin with an escape.
const COLOR = new RegExp(`${String.fromCodePoint(27)}\\[[\\d;]*m`);

async function run(args: string[], env: Record<string, string> = {}): Promise<string> {
  const { child, output } = startInTerminal(args, place, env);
  await once(child, 'close');
  return output();
}

describe('in a terminal', () => {
  const inTerminal = hasTerminal ? it : it.skip;

  inTerminal.each([
    ['doctor', ['doctor']],
    ['a mistake', ['nonsense']],
  ])('%s has colours, unless NO_COLOR or --no-color says otherwise', async (_, args) => {
    const [plain, empty, byVariable, byOption] = await Promise.all([
      run(args),
      run(args, { NO_COLOR: '' }),
      run(args, { NO_COLOR: '1' }),
      run([...args, '--no-color']),
    ]);

    expect([plain, empty].map((text) => COLOR.test(text))).toEqual([true, true]);
    expect([byVariable, byOption].map((text) => COLOR.test(text))).toEqual([false, false]);
    expect(byVariable).not.toContain('Warning');
  });

  inTerminal('the log says what was asked first, and fits into the width', async () => {
    const { child, output } = startInTerminal(['serve', '--port', '0'], place, { NO_COLOR: '1' });
    const url = await eventually(
      () => /listening on (http:\/\/[^\s"]+)/.exec(output())?.[1] ?? '',
      (found) => found !== '',
    );

    await fetch(`${url}/api/v1/accounts/1/nothing`);
    await eventually(output, (text) => text.includes('/nothing'));
    child.kill('SIGTERM');
    await once(child, 'close');

    const lines = output().split('\r\n');
    expect(lines.find((line) => line.includes('/nothing'))).toMatch(
      /^\d\d:\d\d:\d\d info {2}404 GET \/api\/v1\/accounts\/1\/nothing {2}[\d.]+ ms/,
    );
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  });
});
