import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { campaignFor, completed, givenLabel, givenRecipient, lookForDue } from '../../support/channels/campaigns.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenInbox, type TestAccount } from '../../support/factories.ts';
import type { ProviderServer } from '../../support/providers/provider-server.ts';
import { PROVIDERS } from '../../support/providers/providers.ts';
import { givenTwilio, TWILIO, twilioContent } from '../../support/providers/twilio.ts';
import { givenCloudApi, givenDialog360, type WhatsappMessage } from '../../support/providers/whatsapp.ts';
import { givenTemplate } from '../../support/providers/whatsapp-templates.ts';
import { newNumber } from '../../support/receiving/twilio-chat.ts';

/** Sends a campaign to one contact, and gives it once it is completed. */
async function send(test: TestApp, account: TestAccount, inbox: { id: number }, more: object = {}) {
  const label = await givenLabel(account);
  const contact = await givenRecipient(account, [label]);
  const { status, body, text } = await account.call('POST', '/campaigns', campaignFor(inbox, label, more));
  if (status !== 201) throw new Error(text);
  await lookForDue(test);
  return { contact, campaign: await completed(account, body) };
}

const templatesIn = (account: TestAccount, { id }: { id: number }) =>
  eventually(
    async () => {
      const { body } = await account.call('GET', `/inboxes/${id}`);
      return (body.content_templates?.templates ?? body.message_templates) as object[];
    },
    ({ length }) => length > 0,
  );

describe('a campaign by Bandwidth', () => {
  let server: ProviderServer<unknown>;
  let test: TestApp;
  beforeAll(async () => {
    server = await PROVIDERS['bandwidth']!.start();
    test = await givenApp({ 'channels.bandwidth_url': server.url });
  });
  afterAll(async () => {
    await test.stop();
    await server.stop();
  });

  it('is sent as text', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account, PROVIDERS['bandwidth']!.channel());

    const { contact, campaign } = await send(test, account, inbox);

    expect(campaign).toMatchObject({ sent_count: 1, failed_count: 0 });
    expect(server.sent).toMatchObject([{ to: [contact.phone_number], text: 'Everything is half price today.' }]);
  });
});

describe.each([
  ['whatsapp_cloud', givenCloudApi],
  ['dialog360', givenDialog360],
] as const)('a campaign by WhatsApp at %s', (kind, start) => {
  let server: Awaited<ReturnType<typeof start>>;
  let test: TestApp;
  beforeAll(async () => {
    server = await start();
    server.templates.push(givenTemplate('sale', 'Hello {{1}}, all is {{2}} off.'));
    test = await givenApp({ [PROVIDERS[kind]!.setting]: server.url });
  });
  afterAll(async () => {
    await test.stop();
    await server.stop();
  });

  it('is sent as the template, to those who have not written', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account, PROVIDERS[kind]!.channel());
    await templatesIn(account, inbox);

    const template = {
      name: 'sale',
      processed_params: { body: { 1: '{{contact.first_name}}', 2: '50 %' } },
    };
    const { contact, campaign } = await send(test, account, inbox, {
      message: 'Hello {{contact.first_name}}, all is 50 % off.',
      template_params: template,
    });

    expect(campaign).toMatchObject({ sent_count: 1, failed_count: 0 });
    const [sent] = server.sent as WhatsappMessage[];
    expect(sent).toMatchObject({ to: contact.phone_number.slice(1), type: 'template', template: { name: 'sale' } });
    expect(JSON.stringify(sent)).toContain('"text":"Carla"');
    const { body } = await account.call('GET', `/contacts/${contact.id}/conversations`);
    expect(body.payload[0].messages[0].content).toBe('Hello Carla, all is 50 % off.');
  });
});

describe('a campaign by WhatsApp at Twilio', () => {
  let twilio: Awaited<ReturnType<typeof givenTwilio>>;
  let test: TestApp;
  beforeAll(async () => {
    twilio = await givenTwilio();
    twilio.contents.push(twilioContent('sale', 'Hello {{1}}', { variables: { 1: 'Carla' } }));
    test = await givenApp({ 'channels.twilio_url': twilio.url, 'channels.twilio_content_url': twilio.url });
  });
  afterAll(async () => {
    await test.stop();
    await twilio.stop();
  });

  it('is sent as the content template', async () => {
    const account = await givenAccount(test);
    const channel = { type: 'sms', medium: 'whatsapp', phone_number: newNumber(), ...TWILIO };
    const inbox = await givenInbox(account, channel);
    await templatesIn(account, inbox);

    const template = { name: 'sale', processed_params: { 1: '{{contact.name}}' } };
    const { contact, campaign } = await send(test, account, inbox, { template_params: template });

    expect(campaign).toMatchObject({ sent_count: 1, failed_count: 0 });
    expect(twilio.sent).toMatchObject([
      { to: `whatsapp:${contact.phone_number}`, template: { variables: { 1: 'Carla Contact' } } },
    ]);
  });
});
