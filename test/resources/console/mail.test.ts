import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { ask, pathOf } from '../../support/conversation-calls.ts';
import { eventually } from '../../support/eventually.ts';
import {
  givenAccount,
  givenAgent,
  givenContact,
  givenConversation,
  givenFile,
  givenInbox,
  type TestAccount,
} from '../../support/factories.ts';
import { SAMPLES } from '../../support/files/media.ts';
import { handOver, INBOUND, mailOf } from '../../support/mail/hand-over.ts';
import { givenMailInbox } from '../../support/mail/mail-inbox.ts';
import { messagesIn } from '../../support/receiving/received.ts';

let test: TestApp;
let account: TestAccount;
let conversation: { id: number; inbox_id: number };
beforeAll(async () => {
  test = await givenApp(INBOUND);
  account = await givenAccount(test);
  conversation = await givenConversation(account);
});
afterAll(() => test.stop());

type Mail = { id: number; conversation_id: number };

/** A message that says of itself that it is a mail with this HTML, as a program stores it. */
async function givenMail(html: string, own?: string): Promise<Mail> {
  const block = { full: html, reply: html, ...(own !== undefined && { quoted: own }) };
  const more = { content_type: 'incoming_email', content_attributes: { email: { html_content: block } } };
  return (await ask(account, conversation, more)).body;
}

/** A frame of the console that asks for the page of the mail. */
async function open(mail: Mail, query = '', token: string | null = account.administrator.token) {
  const path = `/app/accounts/${account.id}${pathOf({ id: mail.conversation_id }, `/messages/${mail.id}/mail${query}`)}`;
  const { status, headers, text } = await test.request('GET', path, { token });
  const policy = (headers.get('content-security-policy') ?? '').split('; ');
  return { status, headers, text, policy, body: /<body[^>]*>\n(.*)\n<\/body>/s.exec(text)?.[1] ?? '' };
}

describe('the page of a mail', () => {
  it('has the HTML of a received mail with the pictures in it, and a policy under which nothing runs', async () => {
    const inbox = await givenMailInbox(account);
    const picture = Buffer.from(SAMPLES['image/png']!).toString('base64');
    const raw = mailOf(
      [
        '--edge\r\nContent-Type: text/html; charset=utf-8\r\n',
        '<div dir="ltr">Look: <img src="cid:table@shop" alt="A table"> <b>broken</b></div>',
        '--edge\r\nContent-Type: image/png; name="table.png"\r\nContent-ID: <table@shop>',
        `Content-Disposition: inline; filename="table.png"\r\nContent-Transfer-Encoding: base64\r\n\r\n${picture}`,
        '--edge--',
      ].join('\r\n'),
      {
        from: 'carla@example.com',
        to: inbox.address,
        more: 'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=edge\r\n',
      },
    );
    await handOver(test, raw);
    const [mail] = await eventually(
      () => messagesIn(account, inbox),
      (found) => found.length > 0,
    );

    const { status, headers, policy, body } = await open(mail!);

    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(body).toMatch(
      /^<div dir="ltr">Look: <img alt="A table" src="\/files\/[\w-]+\/table\.png" \/> <b>broken<\/b><\/div>$/,
    );
    expect(policy).toEqual([
      "default-src 'none'",
      expect.stringMatching(/^style-src 'sha256-[\w+/]{43}='$/),
      "img-src 'self' data:",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      'sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox',
    ]);
    expect([headers.get('referrer-policy'), headers.get('x-dns-prefetch-control')]).toEqual(['no-referrer', 'off']);
    const address = /src="([^"]+)"/.exec(body)?.[1] ?? '';
    expect((await fetch(`${test.url}${address}`)).headers.get('content-type')).toBe('image/png');
  });

  it.each([
    ['a script', '<script>alert(1)</script>kept'],
    ['an event', '<p onclick="alert(1)" onmouseover="alert(2)">kept</p>'],
    ['a form', '<form action="https://evil.example"><input name="password"><button>Send</button></form>kept'],
    ['a frame', '<iframe src="https://evil.example"></iframe><object data="https://evil.example"></object>kept'],
    ['another base', '<base href="https://evil.example/">kept'],
    ['a page to go to', '<meta http-equiv="refresh" content="0; url=https://evil.example">kept'],
    ['styles', '<style>@import "https://evil.example/x.css"; body { display: none }</style>kept'],
    ['a linked style', '<link rel="stylesheet" href="https://evil.example/x.css">kept'],
    ['a picture of lines', '<svg onload="alert(1)"><image href="https://evil.example/x"/></svg>kept'],
    ['a link that runs', '<a href="javascript:alert(1)">kept</a><a href="data:text/html,x">kept</a>'],
    ['a link to this server', '<a href="/app/accounts/1">kept</a>'],
    ['a place over other things', '<p style="position:fixed;top:0;z-index:9;opacity:0">kept</p>'],
    [
      'a style that loads',
      '<p style="background-image:url(https://evil.example/x);color:red;color:expression(alert(1))">kept</p>',
    ],
    ['the end of the page', '</body></html><script>alert(1)</script>kept'],
    ['a class of the page', '<p class="held-back plain">kept</p>'],
  ])('leaves out %s', async (_, html) => {
    const { text, body } = await open(await givenMail(html));

    expect(body).toContain('kept');
    expect(text).not.toMatch(
      /evil\.example|alert|javascript:|data:text|position:|z-index|opacity|@import|<form|<input/,
    );
    expect(body).not.toMatch(/<(?:script|iframe|object|base|meta|style|link|svg)|\son\w+=|\sstyle=|held-back|href="\//);
  });

  it('opens links in another tab, without saying where from', async () => {
    const { body } = await open(
      await givenMail('<a href="https://shop.example/1" target="_top" rel="opener">Order</a>'),
    );

    expect(body).toBe('<a target="_blank" rel="noopener noreferrer nofollow" href="https://shop.example/1">Order</a>');
  });

  it('has pictures of other servers only when they are wanted, and no address of this server but files', async () => {
    const file = await givenFile(account, conversation.id);
    const tracker = '<img src="https://evil.example/t.gif?id=7" width="1" height="1">';
    const mail = await givenMail(
      `<p background="https://evil.example/b">Hi</p>${tracker}<img src="http://shop.example/a.png" srcset="https://evil.example/2x 2x">` +
        `<img src="${test.url}/app/start"><img src="/api/v1/profile"><img src="//evil.example/p"><img src="${file}">` +
        '<img src="data:image/svg+xml;base64,AAAA"><img src="data:image/png;base64,AAAA">',
    );

    const held = await open(mail);
    const shown = await open(mail, '?pictures=true');
    const addresses = ({ body }: { body: string }) =>
      [...body.matchAll(/src="([^"]+)"/g)].map(([, address]) => address);
    const own = [new URL(file).pathname, 'data:image/png;base64,AAAA'];

    expect([addresses(held), /data-pictures="(\d+)"/.exec(held.text)?.[1]]).toEqual([own, '2']);
    expect(held.text).not.toContain('evil.example');
    expect(addresses(shown)).toEqual(['https://evil.example/t.gif?id=7', 'http://shop.example/a.png', ...own]);
    expect(shown.policy).toContain("img-src 'self' data: https: http:");
    expect(shown.policy.at(-1)).not.toContain('scripts');
  });

  it('leaves out what the mail quotes until that is asked for', async () => {
    const mail = await givenMail('<p>Thanks</p><blockquote>Earlier words</blockquote>', '<p>Thanks</p>');

    expect((await open(mail)).body).toBe('<p>Thanks</p>');
    expect((await open(mail, '?quoted=true')).body).toBe('<p>Thanks</p><blockquote>Earlier words</blockquote>');
  });

  it('keeps harmless styles, all of which the policy names', async () => {
    const mail = await givenMail(
      '<p style="color:#ff0000;margin:0 auto;position:absolute">A</p><td style="padding-left:8px">B</td><p style="color:#ff0000;margin:0 auto">C</p>',
    );
    const { text, policy, body } = await open(mail);
    const style = /<style>(.*)<\/style>/s.exec(text)?.[1] ?? '';

    expect(policy[1]).toBe(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`);
    expect(style).toMatch(/\.s0\{color:#ff0000;margin:0 auto\}\n\.s1\{padding-left:8px\}$/);
    expect(body).toBe('<p class="s0">A</p><td class="s1">B</td><p class="s0">C</p>');
  });

  it('is for members who may see the conversation, and never without a session or token', async () => {
    const mail = await givenMail('<p>Secret words</p>');
    const inside = await givenAgent(test, account, 'Ina Inside', { inboxes: [conversation.inbox_id] });
    const outside = await givenAgent(test, account, 'Otto Outside', { inboxes: [] });
    const elsewhere = await givenAccount(test, 'Other');
    const answers = [];
    for (const token of [inside.token, outside.token, elsewhere.administrator.token, null]) {
      answers.push(await open(mail, '', token));
    }

    expect(answers.map(({ status }) => status)).toEqual([200, 403, 404, 401]);
    for (const { text, policy } of answers.slice(1)) {
      expect(text).not.toContain('Secret');
      expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "style-src 'none'"]));
    }
  });

  it('is only of mails with HTML, in their own conversation', async () => {
    const mail = await givenMail('<p>Here</p>');
    const deleted = await givenMail('<p>Deleted</p>');
    await account.call('DELETE', pathOf(conversation, `/messages/${deleted.id}`));
    const { body: text } = await ask(account, conversation);
    const contact = await givenContact(account);
    const inbox = await givenInbox(account);
    const other = await givenConversation(account, { inbox_id: inbox.id, contact_id: contact.id });
    const answers = await Promise.all([deleted, text, { ...mail, conversation_id: other.id }].map((one) => open(one)));

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });
});
