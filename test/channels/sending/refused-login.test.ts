import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { messagesOf, pathOf, reply } from '../../support/conversation-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import { bandwidthRefusal } from '../../support/providers/bandwidth.ts';
import { lineRefusal } from '../../support/providers/line.ts';
import type { ProviderReply, ProviderServer } from '../../support/providers/provider-server.ts';
import { givenServed, PROVIDERS } from '../../support/providers/providers.ts';
import { ended } from '../../support/providers/sent-message.ts';
import { telegramRefusal } from '../../support/providers/telegram.ts';
import { twilioRefusal } from '../../support/providers/twilio.ts';
import { cloudRefusal, dialog360Refusal, givenCloudApi } from '../../support/providers/whatsapp.ts';
import { givenTemplate } from '../../support/providers/whatsapp-templates.ts';
import { givenMailServer, type MailServer } from '../../support/servers/smtp.ts';

let mail: MailServer;
beforeAll(async () => {
  mail = await givenMailServer();
});
afterAll(() => mail.stop());

/** How each provider refuses a login. */
const REFUSALS: [name: string, refusal: ProviderReply][] = [
  ['telegram', telegramRefusal(401, 'Unauthorized')],
  ['telegram', telegramRefusal(404, 'Not Found')],
  ['line', lineRefusal(401, 'Authentication failed')],
  ['twilio', twilioRefusal(401, 20003, 'Authenticate')],
  ['twilio', twilioRefusal(404, 20404, 'The requested resource was not found')],
  ['bandwidth', bandwidthRefusal(401, 'authentication-error', 'Unauthorized')],
  ['whatsapp_cloud', cloudRefusal(401, 190, 'Error validating access token')],
  ['whatsapp_cloud', cloudRefusal(400, 10, 'Application does not have permission')],
  ['whatsapp_cloud', cloudRefusal(403, 200, 'Permissions error')],
  ['dialog360', dialog360Refusal(401, 'Invalid api key')],
];

describe.each(REFUSALS)('a login that %s refuses', (name, refusal) => {
  const provider = PROVIDERS[name]!;
  let server: ProviderServer<unknown>;
  let test: TestApp;
  let account: TestAccount;
  let served: Awaited<ReturnType<typeof givenServed>>;
  beforeAll(async () => {
    server = await provider.start();
    test = await givenApp({
      [provider.setting]: server.url,
      'channels.retry_seconds': '0',
      'mail.smtp_url': mail.url,
    });
    account = await givenAccount(test);
    served = await givenServed(account, provider);
    await settled();
  });
  afterAll(async () => {
    await test.stop();
    await server.stop();
  });

  /** Until what follows from saving the inbox has been done. */
  const settled = () =>
    eventually(
      () =>
        test
          .rows()
          .selectFrom('jobs')
          .select('id')
          .where('account_id', '=', account.id)
          .where('kind', 'in', ['register_channel', 'sync_templates'])
          .where('status', '=', 'pending')
          .execute(),
      ({ length }) => length === 0,
    );
  const inbox = async () => (await account.call('GET', `/inboxes/${served.inbox.id}`)).body;
  const write = async (content: string) => (await reply(account, served.conversation, { content })).body;

  it('marks the inbox, fails what is sent there, and is over when the inbox is saved', async () => {
    server.faults.push({ is: 'reply', reply: refusal });
    const first = await ended(account, served.conversation, (await write('One')).id);
    const marked = await eventually(inbox, ({ reauthorization_required: isRequired }) => isRequired === true);
    const from = server.requests;
    const second = await write('Two');
    const { body: retried } = await account.call('POST', pathOf(served.conversation, `/messages/${first.id}/retry`));
    const asked = server.requests - from;
    await account.call('PATCH', `/inboxes/${served.inbox.id}`, { channel: saved(marked) });
    const cleared = await inbox();
    await settled();
    await account.call('POST', pathOf(served.conversation, `/messages/${second.id}/retry`));
    const third = await ended(account, served.conversation, second.id);

    const reason = first.content_attributes['external_error'];
    expect(reason).toContain(`${provider.name} answered ${refusal.status}`);
    expect(marked.reauthorization_reason).toBe(reason);
    const obstacle = `the login of the inbox is refused, until its settings are saved again: ${String(reason)}`;
    expect(second).toMatchObject({ status: 'failed', external_error: obstacle });
    expect([retried.status, asked]).toEqual(['failed', 0]);
    expect([cleared.reauthorization_required, cleared.reauthorization_reason]).toEqual([false, null]);
    expect(third.status).toBe('sent');
  });

  it('is mailed to the administrators, once', async () => {
    const [mailed] = await mail.mailsTo(account.administrator.email);

    const { name: inboxName, id } = await inbox();
    expect(mailed?.email.subject).toBe(`The login of the inbox ${inboxName} of Acme is refused`);
    expect(mailed?.email.text).toContain(`${provider.name} answered ${refusal.status}`);
    expect(mailed?.email.text).toContain(`PATCH ${test.app.installation.publicUrl}${account.path}/inboxes/${id}`);
    const mails = test.rows().selectFrom('jobs').select('id').where('kind', '=', 'login_refused');
    expect(await mails.where('account_id', '=', account.id).execute()).toHaveLength(1);
  });

  /** A setting of the inbox as it is. */
  function saved({ bot_token, line_channel_id, phone_number }: Record<string, string>): object {
    if (bot_token) return { bot_token };
    return line_channel_id ? { line_channel_id } : { phone_number };
  }
});

describe('WhatsApp', () => {
  let server: Awaited<ReturnType<typeof givenCloudApi>>;
  let test: TestApp;
  let account: TestAccount;
  let served: Awaited<ReturnType<typeof givenServed>>;
  const inbox = async () => (await account.call('GET', `/inboxes/${served.inbox.id}`)).body;
  beforeAll(async () => {
    server = await givenCloudApi();
    server.templates.push(givenTemplate('welcome', 'Hello!'));
    test = await givenApp({ 'channels.whatsapp_url': server.url, 'channels.retry_seconds': '0' });
    account = await givenAccount(test);
    served = await givenServed(account, PROVIDERS['whatsapp_cloud']!);
    await eventually(inbox, ({ message_templates: templates }) => templates.length === 1);
  });
  afterAll(async () => {
    await test.stop();
    await server.stop();
  });

  it('shows that a login is good again when templates can be fetched', async () => {
    server.faults.push({ is: 'reply', reply: cloudRefusal(401, 190, 'Error validating access token') });
    const { body } = await reply(account, served.conversation, { content: 'Hello' });
    await ended(account, served.conversation, body.id);
    await eventually(inbox, ({ reauthorization_required: isRequired }) => isRequired === true);

    await account.call('POST', `/inboxes/${served.inbox.id}/sync_templates`);
    await eventually(inbox, ({ reauthorization_required: isRequired }) => isRequired === false);
    const again = (await reply(account, served.conversation, { content: 'Hello again' })).body;

    expect((await ended(account, served.conversation, again.id)).status).toBe('sent');
  });

  it('shows that a login is refused when templates cannot be fetched', async () => {
    server.faults.push({ is: 'reply', reply: cloudRefusal(401, 190, 'Error validating access token') });

    await account.call('POST', `/inboxes/${served.inbox.id}/sync_templates`);
    const marked = await eventually(inbox, ({ reauthorization_required: isRequired }) => isRequired === true);
    await account.call('POST', `/inboxes/${served.inbox.id}/sync_templates`);
    await eventually(inbox, ({ reauthorization_required: isRequired }) => isRequired === false);

    expect(marked.reauthorization_reason).toContain('the Cloud API answered 401');
  });

  it('has its templates fetched again when it refuses one', async () => {
    server.templates.push(givenTemplate('new', 'New'));
    server.faults.push({ is: 'reply', reply: cloudRefusal(400, 132001, 'Template name does not exist') });

    const { body } = await reply(account, served.conversation, {
      content: 'Hello',
      template_params: { name: 'welcome', language: 'en_US' },
    });
    await eventually(inbox, ({ message_templates: templates }) => templates.length === 2);

    const messages = await messagesOf(account, served.conversation);
    expect(messages.find(({ id }: { id: number }) => id === body.id)).toMatchObject({
      status: 'failed',
      external_error: 'WhatsApp answered 400: Template name does not exist (132001)',
    });
    expect((await inbox()).reauthorization_required).toBe(false);
  });
});
