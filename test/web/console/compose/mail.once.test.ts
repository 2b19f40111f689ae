import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../../support/eventually.ts';
import type { TestAccount } from '../../../support/factories.ts';
import { handOver, INBOUND, mailOf } from '../../../support/mail/hand-over.ts';
import { givenMailInbox, smtpOf } from '../../../support/mail/mail-inbox.ts';
import { givenMailServer, type MailServer } from '../../../support/servers/smtp.ts';
import { checkConsole } from '../../pages/check-console.ts';
import { type ConsolePage, Consoles, givenSigner } from '../../pages/console-page.ts';

const consoles = new Consoles();
let server: MailServer;
beforeAll(async () => {
  server = await givenMailServer();
  await consoles.start({ 'webhooks.allowed_networks': '127.0.0.0/8', ...INBOUND });
});
afterEach(consoles.close);
afterAll(async () => {
  await consoles.stop();
  await server.stop();
});

type Desk = ConsolePage & { account: TestAccount; id: number; address: string; contact: string };
let contacts = 0;

/** An agent at a conversation that a mail has begun. */
async function givenDesk(more: string, profile: object = {}): Promise<Desk> {
  const account = await givenSigner(consoles.test);
  const { address } = await givenMailInbox(account, smtpOf(server));
  const token = account.administrator.token;
  await consoles.test.request('PATCH', '/api/v1/profile', { token, body: { profile } });
  contacts += 1;
  const contact = `carla-${contacts}@example.com`;
  await handOver(consoles.test, mailOf('Where is it?', { from: contact, to: `${address}, paul@example.com`, more }));
  const list = async () => (await account.call('GET', '/conversations')).body.data.payload as { id: number }[];
  const [conversation] = await eventually(list, ({ length }) => length === 1);
  const id = conversation?.id ?? 0;
  const opened = await consoles.open(`/app/accounts/${account.id}/conversations/${id}`);
  await opened.signIn(account.administrator.email);
  await opened.page.getByRole('log', { name: 'Messages' }).getByText('Where is it?').waitFor();
  return { ...opened, account, id, address, contact };
}

const field = ({ page }: ConsolePage, name: string) => page.getByRole('textbox', { name, exact: true });
const button = ({ page }: ConsolePage, name: string) => page.locator('form').getByRole('button', { name, exact: true });
const has = (desk: Desk, name: string, value: string) =>
  eventually(
    () => field(desk, name).inputValue(),
    (now) => now === value,
  );

async function send(desk: Desk, content: string) {
  await field(desk, 'Message').fill(content);
  await button(desk, 'Send').click();
}

describe('an answer by e-mail', () => {
  it('goes to everybody who got the mail, and to those who are added', async () => {
    const desk = await givenDesk('Cc: boss@example.com\r\n');
    await has(desk, 'To', desk.contact);
    await has(desk, 'Cc', 'paul@example.com, boss@example.com');
    await desk.page.locator('form').getByText('Re: New messages').waitFor();
    await field(desk, 'Cc').fill('boss@example.com');
    await button(desk, 'Add Bcc').click();
    await field(desk, 'Bcc').pressSequentially('Archive <archive@example.com>');
    await field(desk, 'Bcc').press('Enter');
    expect(await field(desk, 'Message').evaluate((element) => element === document.activeElement)).toBe(true);
    await send(desk, 'On its way');

    const [mail] = await server.mailsTo(desk.contact);

    expect(mail?.to.toSorted()).toEqual(['archive@example.com', 'boss@example.com', desk.contact]);
    expect(mail?.email.cc?.map(({ address }) => address)).toEqual(['boss@example.com']);
    // The next answer goes to the same people.
    await has(desk, 'Cc', 'boss@example.com');
    await has(desk, 'Bcc', 'archive@example.com');
    expect(desk.problems).toEqual([]);
  });

  it('says at the field which address is wrong, and is not sent', async () => {
    const desk = await givenDesk('');
    await has(desk, 'To', desk.contact);
    await field(desk, 'To').fill('carla at example');
    await send(desk, 'To nobody');
    const problem = desk.page.getByText('“carla at example” is no e-mail address.');
    await problem.waitFor();
    await eventually(
      () => field(desk, 'To').evaluate((element) => element === document.activeElement),
      (isFocused) => isFocused,
    );
    const described = await field(desk, 'To').getAttribute('aria-describedby');
    await field(desk, 'To').fill('');
    await desk.page.getByText('Type the address of a recipient.').waitFor();
    await field(desk, 'To').fill('other@example.com');
    await problem.waitFor({ state: 'detached' });
    await button(desk, 'Send').click();

    const [mail] = await server.mailsTo('other@example.com');

    expect(await desk.page.locator(`[id="${described}"]`).count()).toBe(0);
    expect(mail?.email.text).toContain('To nobody');
    expect(await desk.page.getByRole('article').filter({ hasText: 'To nobody' }).count()).toBe(1);
  });

  it('has its recipients again when it is taken back, and after the page was loaded again', async () => {
    const desk = await givenDesk('');
    await has(desk, 'To', desk.contact);
    await field(desk, 'To').fill('typed@example.com');
    await send(desk, 'Too early');
    await button(desk, 'Undo').click();
    await has(desk, 'To', 'typed@example.com');
    await desk.page.getByRole('status').getByText('Draft saved').waitFor();
    await desk.page.reload();

    await has(desk, 'To', 'typed@example.com');
    await has(desk, 'Message', 'Too early');
  });

  it('has the signature once, unless it is switched off, which lasts', async () => {
    const profile = { message_signature: 'Ada from **Acme**', ui_settings: { density: 'compact' } };
    const desk = await givenDesk('', profile);
    const shown = desk.page.locator('form').getByText('Ada from **Acme**');
    const toggle = desk.page.getByRole('switch', { name: 'Signature' });
    await shown.waitFor();
    await send(desk, 'Signed');
    const [mail] = await server.mailsTo(desk.contact);
    await toggle.click();
    await shown.waitFor({ state: 'detached' });
    const token = desk.account.administrator.token;
    const settings = async () =>
      (await consoles.test.request('GET', '/api/v1/profile', { token })).body.ui_settings as object;
    await eventually(settings, (now) => 'channel_email_signature_enabled' in now);
    await send(desk, 'Not signed');
    const [, second] = await server.mailsTo(desk.contact, 2);
    await desk.page.reload();
    await toggle.waitFor();

    expect(mail?.email.text?.match(/Ada from/g)).toHaveLength(1);
    expect(mail?.email.text).toMatch(/Signed\s+--\s+Ada from/);
    expect(second?.email.text).not.toContain('Ada from');
    expect(await settings()).toEqual({ density: 'compact', channel_email_signature_enabled: false });
    expect(await toggle.getAttribute('aria-checked')).toBe('false');
  });

  it('is addressed by everyone, light and dark, from both sides and on a phone', async () => {
    const desk = await givenDesk('Cc: boss@example.com\r\n', { message_signature: 'Ada' });
    await field(desk, 'To').fill('wrong');
    await field(desk, 'To').blur();
    await desk.page.getByText('“wrong” is no e-mail address.').waitFor();

    expect(await checkConsole(desk.page)).toEqual({});
  });
});
