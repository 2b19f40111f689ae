import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { givenAccount } from '../../support/factories.ts';
import { Hosts } from '../pages/host-page.ts';
import { givenTeam } from '../pages/team.ts';
import { VisitorChat } from '../pages/visitor-chat.ts';

const run = promisify(execFile);

const hosts = new Hosts();
beforeAll(() => hosts.start());
afterEach(hosts.close);
afterAll(hosts.stop);

describe('the script tag that the inbox shows', () => {
  it('is all that a page needs', async () => {
    const team = await givenTeam(hosts.test);
    const { body: shown } = await team.account.call('GET', `/inboxes/${team.inbox.id}`);
    hosts.site.pages.set('/pasted', {
      html: `<!doctype html>\n<title>Shop</title>\n<h1>Shop</h1>\n${shown.web_widget_script}`,
    });

    const chat = new VisitorChat(await hosts.open({ inbox: shown, hasApp: true, path: '/other' }));
    await chat.host.page.goto(`${hosts.site.at()}/pasted`);
    await chat.begin('Hello');

    expect((await (await team.conversation()).messages()).map(({ content }) => content)).toEqual(['Hello']);
    expect(chat.host.problems).toEqual([]);
  });
});

describe('the first conversation of the README', () => {
  const own = new Hosts();
  beforeAll(() => own.start({ 'log.level': 'error' }));
  afterAll(() => own.stop());

  it('ends with the answer in the widget of a page, by its commands as they stand', async () => {
    const readme = await readFile(join(import.meta.dirname, '../../../README.md'), 'utf8');
    const [, part = ''] = readme.split('## A first conversation');
    const commands = [...part.split('\n## ')[0]!.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block);
    const account = await givenAccount(own.test, 'Acme');
    // What goes out to the internet, and where it is listened, are not the same here.
    const script = commands
      .join('\n')
      .replace('TOKEN=...', `TOKEN=${account.administrator.token}`)
      .replaceAll('http://127.0.0.1:3000', own.test.url)
      .replace(/^parley webhooks test.*$/m, '');
    const folder = await mkdtemp(join(tmpdir(), 'parley-readme-'));
    const [asking = '', answering = ''] = script.split(/^(?=newest\(\))/m);
    const definitions = asking.split('\n').filter((line) => /^(TOKEN=|API=|call\(\))/.test(line));

    const printed = await run('bash', ['--norc', '-euc', asking], { cwd: folder });
    const [, token = ''] = /"website_token":"([^"]+)"/.exec(printed.stdout) ?? [];
    const inbox = JSON.parse(await readFile(join(folder, 'website.json'), 'utf8'));
    const host = await own.open({ inbox, hasApp: true, path: '/any' });
    await host.page.goto(`${own.test.url}/widget_tests?website_token=${token}`);
    const chat = new VisitorChat(host);
    await chat.begin('Where is my order?');
    const { stdout, stderr } = await run('bash', ['--norc', '-euc', [...definitions, answering].join('\n')], {
      cwd: folder,
    });
    await rm(folder, { recursive: true });

    await chat.sees('On its way!');
    expect([account.id, inbox.name, stderr]).toEqual([1, 'Website', '']);
    expect(stdout).not.toContain('"error":');
    await own.close();
  });
});
