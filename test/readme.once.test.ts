import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GUIDES } from '../src/http/docs/guides.ts';
import { eventually } from './support/eventually.ts';
import { givenReceiver, type Receiver } from './support/servers/receiver.ts';
import { givenProgramIn, paste, type Pasted, shellLines } from './support/shell/paste.ts';

// What the pages for operators have people enter is taken from them and pasted into a shell, in its order.

const ROOT = join(import.meta.dirname, '..');
const linesOf = (page: string) => shellLines(readFileSync(join(ROOT, page), 'utf8'));

const LOCAL = 'http://127.0.0.1:3000';
const HOOK = 'https://example.com/hook';
const SERVE = /^parley serve\b/;

/** Lines that cannot be run here, and why. */
const NOT_RUN: [page: string, line: RegExp, reason: string][] = [
  ['README.md', /^\.\/install\.sh /, 'builds for minutes; install/install.once.test.ts runs it'],
  [
    'config/README.md',
    /^sudo parley create-account /,
    'needs the service of systemd; the same line of README.md is run',
  ],
  ['config/README.md', /^docker compose /, 'needs Docker; install/container.once.test.ts reads these files'],
  ['config/README.md', /^createdb /, 'needs the client programs of PostgreSQL and a server with that name'],
  ['config/who-answers.md', /^parley users invite /, 'cli/users.test.ts invites, and opens the link'],
  ['config/backup.md', /\| ssh HOST /, 'needs another machine; backup/backup.test.ts writes to standard output'],
  ['config/who-answers.md', /^parley users notify /, 'cli/users.test.ts runs it'],
];

const isRun = (page: string) => (line: string) => !NOT_RUN.some(([of, pattern]) => of === page && pattern.test(line));

let home: string;
let env: Record<string, string>;
let receiver: Receiver;
let server: ChildProcess | undefined;
let url: string;
/** What was pasted, by the page that it is from. */
const pasted = new Map<string, Pasted[]>();

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'parley-readme-'));
  receiver = await givenReceiver();
  env = {
    PATH: await givenProgramIn(home),
    PARLEY_DATA_DIR: join(home, 'data'),
    PARLEY_SERVER_PORT: '0',
    PARLEY_WEBHOOKS_ALLOWED_NETWORKS: '127.0.0.0/8',
    NODE_EXTRA_CA_CERTS: receiver.certificateFile,
  };
  const lines = linesOf('README.md').filter(isRun('README.md'));
  const serving = lines.findIndex((line) => SERVE.test(line));
  const before = await paste(lines.slice(0, serving), home, env);
  const [, token = ''] = /token\s+(\S{20,})/i.exec(before.at(-1)!.stdout) ?? [];

  url = await serve(lines[serving]!);
  const entered = lines
    .slice(serving + 1)
    .map((line) => line.replace(/^TOKEN=\.\.\.$/, `TOKEN=${token}`))
    .map((line) => line.replaceAll(LOCAL, url).replaceAll(HOOK, `${receiver.url}/hook`));
  const answering = entered.findIndex((line) => line.startsWith('newest()'));
  const asked = await paste(entered.slice(0, answering), home, env);
  await writeAsVisitor(asked.at(-1)!.stdout);
  const isDefinition = (line: string) => /^(TOKEN=|API=|call\(\))/.test(line);
  const definitions = entered.slice(0, answering).filter(isDefinition);
  const answered = await paste([...definitions, ...entered.slice(answering)], home, env);
  pasted.set('README.md', [...before, ...asked, ...answered.slice(definitions.length)]);
});
afterAll(async () => {
  await stop();
  await receiver?.stop();
  rmSync(home, { recursive: true, force: true });
});

/** Writes in the widget, with the token as the README has it printed. */
async function writeAsVisitor(printed: string): Promise<void> {
  const [, token = ''] = /^"website_token":"([^"]+)"$/m.exec(printed) ?? [];
  const { status } = await fetch(`${url}/api/v1/widget/conversations?website_token=${token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ contact: { name: 'Carla' }, message: { content: 'Where is my order?' } }),
  });
  expect(status).toBe(201);
}

/** Pastes a line that serves. Returns the address at which it listens, once it says so. */
async function serve(line: string): Promise<string> {
  // The shell's place is taken by the program, so that a signal reaches it.
  server = spawn('/bin/sh', ['-c', `exec ${line}`], { cwd: home, env: { ...env, HOME: home } });
  let output = '';
  for (const stream of [server.stdout!, server.stderr!]) stream.on('data', (chunk: Buffer) => (output += chunk));
  return eventually(
    () => {
      if (server?.exitCode !== null) throw new Error(`${line}: ${output}`);
      return /listening on (http:\/\/[^\s"]+)/.exec(output)?.[1] ?? '';
    },
    (found) => found !== '',
  );
}

async function stop(): Promise<void> {
  if (server?.exitCode !== null) return;
  server.kill('SIGTERM');
  await once(server, 'exit');
}

/** What the line of README.md that begins so printed. */
function printedBy(start: string): string {
  const found = pasted.get('README.md')!.filter(({ line }) => line.replaceAll(/\s+/g, ' ').startsWith(start));
  expect([start, found.length]).toEqual([start, 1]);
  return found[0]!.stdout;
}

const answerTo = (start: string) => JSON.parse(printedBy(start));

describe('the lines of README.md', () => {
  it('end without an error, each of them', () => {
    const failed = pasted.get('README.md')!.filter(({ code, stderr }) => code !== 0 || stderr !== '');

    expect(failed).toEqual([]);
    expect(pasted.get('README.md')!.length).toBeGreaterThan(12);
  });

  it('make an account, whose password and token are printed', () => {
    const text = printedBy('parley create-account');

    expect(text).toContain('Acme');
    expect(text).toContain('you@example.com');
    expect(text).toMatch(/password\s+\S{10,}/i);
  });

  it('answer what a visitor wrote, and show both', () => {
    expect(answerTo('call /conversations/$(newest)/messages -d')).toMatchObject({ content: 'On its way!' });
    const { payload } = JSON.parse(
      pasted.get('README.md')!.find(({ line }) => line.startsWith('call /conversations/$(newest)/messages  '))!.stdout,
    ) as { payload: { content: string; message_type: number }[] };

    const said = payload.filter(({ message_type: type }) => type < 2);
    expect(said.map(({ content }) => content)).toEqual(['Where is my order?', 'On its way!']);
  });

  it('send a file', async () => {
    const { attachments } = answerTo('curl -sS "$API/conversations/$(newest)/messages"');

    expect(attachments).toHaveLength(1);
    expect(await (await fetch(attachments[0].data_url)).text()).toBe('Left the warehouse today.\n');
  });

  it('add a webhook, and send it a sample', () => {
    expect(answerTo('call /webhooks ').payload.webhook).toMatchObject({ url: `${receiver.url}/hook` });
    expect(printedBy('parley webhooks test')).toContain('200');
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook']);
  });

  it('make the inbox of a website, whose widget can be tried at the address that is named', async () => {
    const inbox = JSON.parse(readFileSync(join(home, 'website.json'), 'utf8'));

    expect(inbox.web_widget_script).toContain(inbox.website_token);
    for (const path of [`/widget_tests?website_token=${inbox.website_token}`, '/', '/docs', '/openapi.json']) {
      expect([path, (await fetch(url + path)).status]).toEqual([path, 200]);
    }
  });
});

describe('the lines of config/README.md', () => {
  it('are settings that are understood as they stand in /etc/parley.env', async () => {
    const lines = linesOf('config/README.md').filter((line) => line.startsWith('PARLEY_') || line.startsWith('#'));
    const etc = join(home, 'etc');
    const secret = join(home, 'google');
    mkdirSync(etc);
    writeFileSync(secret, 'the-secret');
    writeFileSync(join(etc, 'parley.env'), lines.join('\n').replace('/run/secrets/google', secret));
    const { PARLEY_DATA_DIR: _, ...others } = env;

    const [shown] = await paste(['parley config --json'], home, {
      ...others,
      PARLEY_TEST_ETC: etc,
      XDG_CONFIG_HOME: etc,
    });

    expect([shown!.code, shown!.stderr]).toEqual([0, '']);
    expect(JSON.parse(shown!.stdout)).toMatchObject({
      mail: { inbound_domain: 'in.example.com', lmtp: '2424' },
      oauth: { google: { client_id: '1234.apps.googleusercontent.com', client_secret: '[redacted]' } },
      database: { url: '[redacted]' },
    });
  });

  it('are run otherwise, or listed with the reason', () => {
    const others = linesOf('config/README.md').filter(isRun('config/README.md'));

    expect(others.filter((line) => !/^(PARLEY_|#)/.test(line))).toEqual(['parley backup /backup/parley.tar.zst']);
  });
});

describe('the lines of config/backup.md', () => {
  it('make a backup of the running server, look at it, and restore it', async () => {
    const folder = join(home, 'backup');
    mkdirSync(folder);
    const lines = linesOf('config/backup.md').filter(isRun('config/backup.md'));
    const here = lines.map((line) => line.replaceAll('/backup/', `${folder}/`));
    const isRestore = (line: string) => line.startsWith('parley restore');

    const made = await paste(
      here.filter((line) => !isRestore(line)),
      home,
      env,
    );
    const other = { ...env, PARLEY_DATA_DIR: join(home, 'restored') };
    const restored = await paste([...here.filter(isRestore), 'parley accounts list'], home, other);

    expect([...made, ...restored].filter(({ code }) => code !== 0)).toEqual([]);
    expect([made.length, restored.length]).toEqual([2, 2]);
    expect(restored[1]!.stdout).toContain('Acme');
  });
});

describe('the commands in the guides', () => {
  it('are among the lines that are run, or listed with the reason', () => {
    const run = [...linesOf('README.md'), ...linesOf('config/backup.md')].map(withoutComment);
    const left = GUIDES.filter((name) => name !== 'operating').flatMap((name) => {
      const page = `config/${name}.md`;
      return linesOf(page).filter((line) => /^(sudo )?parley /.test(line) && isRun(page)(line));
    });

    expect(left.map(withoutComment).filter((line) => !run.includes(line))).toEqual([]);
  });
});

describe('the lines that are not run', () => {
  it.each(NOT_RUN)('are in %s: %s', (page, pattern) => {
    expect(linesOf(page).filter((line) => pattern.test(line)).length).toBeGreaterThan(0);
  });
});

function withoutComment(line: string): string {
  return line.replace(/\s+#.*$/, '');
}
