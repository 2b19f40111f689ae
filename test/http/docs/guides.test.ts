import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { GUIDES } from '../../../src/http/docs/guides.ts';
import { attemptHeaders } from '../../../src/resources/webhooks/deliveries/sign.ts';
import { hashPassword } from '../../../src/secrets.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';

// What the guides have people enter is entered here, as it stands, and the answers must be those that they show.

const run = promisify(execFile);
const ADDRESS = 'https://chat.example.com';
const [EMAIL, PASSWORD] = ['you@example.com', 'Sunny-day-1'];

/** Keeps the status and the body of every answer in a file of its own, by the number of the block. */
const CURL = `curl() {
  local file="$KEPT/$BLOCK.$(ls "$KEPT" | wc -l)"
  command curl -sS -o "$file" -w '%{http_code}' "$@" > "$file.status"
  cat "$file"
}`;

/** The lines of a guide for a shell, and the answer that it shows to the last of them; null = none. */
type Block = { lines: string; shown: unknown; statuses: number[] };

function blocksIn(markdown: string): Block[] {
  const blocks = [...markdown.matchAll(/^```(sh|json)\n(.*?)^```$/gms)].map(([, kind, text]) => ({
    kind,
    text: text!,
  }));
  return blocks.flatMap(({ kind, text }, index) => {
    if (kind !== 'sh' || !/curl|^\w+=|\(\)/m.test(text)) return [];
    const next = blocks[index + 1];
    const commands = text
      .replaceAll('\\\n', ' ')
      .split('\n')
      .filter((line) => /(^|\()curl /.test(line.replace(/^\w+=\$/, '')));
    return {
      lines: text.replace(/^parley .*$/gm, ''),
      shown: next?.kind === 'json' ? JSON.parse(next.text) : null,
      statuses: commands.map((line) => Number(/ # (\d+)$/.exec(line)?.[1] ?? 200)),
    };
  });
}

let test: TestApp;
let account: TestAccount;
beforeAll(async () => {
  test = await givenApp({ 'server.public_url': ADDRESS }, { jobs: false });
  account = await givenAccount(test, 'Acme');
  const user = { email: EMAIL, password_hash: await hashPassword(PASSWORD) };
  await test.rows().updateTable('users').set(user).execute();
});
afterAll(() => test.stop());

// The one to channels has a suite of its own, and readme.once.test.ts pastes the lines for operators.
const PASTED_ELSEWHERE = ['channels', 'operating'];
describe.each(GUIDES.filter((name) => !PASTED_ELSEWHERE.includes(name)))('the guide %s', (name) => {
  it('has lines for a shell that do what it says', async () => {
    const markdown = await readFile(join(import.meta.dirname, `../../../config/${name}.md`), 'utf8');
    const blocks = blocksIn(markdown);
    const kept = await mkdtemp(join(tmpdir(), 'parley-guide-'));
    const script = [CURL, ...blocks.flatMap(({ lines }, index) => [`BLOCK=${index}`, lines])]
      .join('\n')
      .replaceAll(ADDRESS, test.url)
      .replaceAll(/^TOKEN=\.\.\.$/gm, `TOKEN=${account.administrator.token}`);

    const { stderr } = await run('bash', ['--norc', '-euc', script], {
      cwd: kept,
      env: { ...process.env, KEPT: kept },
    });

    const found = await answersIn(kept);
    await rm(kept, { recursive: true });
    expect(stderr).toBe('');
    expect(found).toHaveLength(markdown.match(/^(?:\w+=\$\()?curl /gm)?.length ?? 0);
    for (const [index, { lines, shown, statuses }] of blocks.entries()) {
      const answers = found.filter(({ block }) => block === index);
      expect([lines, answers.map(({ status }) => status)]).toEqual([lines, statuses]);
      if (shown !== null) expect(likeShown(answers.at(-1)!.body, shown)).toEqual(shown);
    }
    account.administrator.token = lastToken(found) ?? account.administrator.token;
  });
});

describe('the guide to webhooks', () => {
  it('has a program that knows requests of this server', async () => {
    const markdown = await readFile(join(import.meta.dirname, '../../../config/webhooks.md'), 'utf8');
    const [, program = ''] = /^```js\n(.*?)^```$/ms.exec(markdown) ?? [];
    const { isFromParley } = (await import(`data:text/javascript,${encodeURIComponent(program)}`)) as Program;

    const body = '{"event":"message_created"}';
    const sent = { deliveryId: '1', event: 'message_created', eventId: 1, chainLength: 0, body } as const;
    const signature = attemptHeaders(sent, ['whsec_secret'], new Date())['x-parley-signature']!;

    expect(isFromParley(body, signature, 'whsec_secret')).toBe(true);
    expect(isFromParley(`${body} `, signature, 'whsec_secret')).toBe(false);
    expect(isFromParley(body, signature, 'whsec_other')).toBe(false);
    expect(isFromParley(body, '', 'whsec_secret')).toBe(false);
  });
});

type Program = { isFromParley(body: string, signature: string, secret: string): boolean };
type Kept = { block: number; order: number; status: number; body: unknown };

async function answersIn(folder: string): Promise<Kept[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.status'));
  const answers = await Promise.all(
    files.map(async (file) => {
      const [block = '', order = ''] = file.split('.');
      const text = await readFile(join(folder, file.replace('.status', '')), 'utf8').catch(() => '');
      const status = Number(await readFile(join(folder, file), 'utf8'));
      return {
        block: Number(block),
        order: Number(order),
        status,
        body: text === '' ? null : (JSON.parse(text) as unknown),
      };
    }),
  );
  return answers.toSorted((a, b) => a.order - b.order);
}

/** The token that the guide had made anew. */
function lastToken(answers: Kept[]): string | undefined {
  return answers.map(({ body }) => (body as { access_token?: string } | null)?.access_token).findLast(Boolean);
}

/** Of the answer what is shown, with text that is left out ("whsec_...") as it is shown. */
function likeShown(body: unknown, shown: unknown): unknown {
  if (typeof shown === 'string' && shown.endsWith('...') && typeof body === 'string') {
    return body.startsWith(shown.slice(0, -3)) ? shown : body;
  }
  if (Array.isArray(shown)) return shown.map((item, index) => likeShown((body as unknown[])[index], item));
  if (typeof shown !== 'object' || shown === null) return body;
  return Object.fromEntries(
    Object.entries(shown).map(([key, value]) => [
      key,
      likeShown((body as Record<string, unknown> | null)?.[key], value),
    ]),
  );
}
