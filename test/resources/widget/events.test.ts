import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { eventsDuring, typesOf } from '../../support/events.ts';
import { givenAccount, givenAgent, givenBot, type TestAccount } from '../../support/factories.ts';
import { givenVisitor, givenWebsite, visitorIn, type Visitor, type Website } from '../../support/public/website.ts';

// A Sunday, at noon in UTC.
const NOW = new Date('2026-11-22T12:00:00Z');

let test: TestApp;
let account: TestAccount;
let website: Website;
beforeAll(async () => {
  test = await givenApp({}, { now: () => NOW });
});
beforeEach(async () => {
  account = await givenAccount(test);
  website = await givenWebsite(test, account, {}, { greeting_enabled: true, greeting_message: 'Hello!' });
});
afterAll(() => test.stop());

const RULES = { url: 'https://shop.example.com/pricing*', time_on_page: 5 };

async function givenCampaign(more: object = {}) {
  const campaign = { title: 'Prices', message: 'Any questions?', inbox_id: website.id, trigger_rules: RULES, ...more };
  const { status, body, text } = await account.call('POST', '/campaigns', campaign);
  if (status >= 300) throw new Error(text);
  return body;
}

const trigger = (campaignId: number, visitor?: Pick<Visitor, 'token'>, more: object = {}) =>
  website.call(
    'POST',
    '/events',
    { name: 'campaign.triggered', event_info: { campaign_id: campaignId, ...more } },
    visitor,
  );
const conversations = async () => (await account.call('GET', '/conversations?status=all')).body.data.payload;

describe('POST events, webwidget.triggered', () => {
  const opened = {
    name: 'webwidget.triggered',
    event_info: { referer: 'https://shop.example.com/cart', initiated_at: { timestamp: 'Sun Nov 22' } },
    widget_language: 'de',
  };

  it('tells webhooks of a visitor who is known', async () => {
    const visitor = await givenVisitor(website);
    const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0' };

    let status = 0;
    const [event, ...others] = await eventsDuring(test, account, async () => {
      ({ status } = await website.call('POST', '/events', opened, visitor, headers));
    });

    expect([status, others, event?.payload]).toMatchObject([
      204,
      [],
      {
        event: 'webwidget_triggered',
        contact: { id: visitor.message.sender.id },
        current_conversation: { id: visitor.message.conversation_id },
        event_info: {
          ...opened.event_info,
          widget_language: 'de',
          browser: { browser_name: 'Firefox', browser_version: '132.0', platform_name: 'Linux' },
        },
      },
    ]);
  });

  it('makes somebody new a contact where a webhook hears of it, so that a conversation can begin', async () => {
    await account.call('POST', '/webhooks', {
      url: 'https://hooks.example.com/',
      subscriptions: ['webwidget_triggered'],
    });
    let answer = await website.call('POST', '/config');

    const events = await eventsDuring(test, account, async () => {
      answer = await website.call('POST', '/events', opened);
    });

    const { payload } = (await account.call('GET', '/contacts')).body;
    expect([answer.status, payload.length]).toEqual([200, 1]);
    const told = events.find(({ type }) => type === 'webwidget_triggered');
    expect(told?.payload).toMatchObject({
      event: 'webwidget_triggered',
      contact: { id: payload[0].id },
      current_conversation: null,
      inbox: { id: website.id, name: 'Shop' },
      account: { id: account.id },
      event_info: { ...opened.event_info, widget_language: 'de' },
    });
    const conversation = { inbox_id: website.id, contact_id: payload[0].id, message: { content: 'Can I help?' } };
    expect((await account.call('POST', '/conversations', conversation)).status).toBe(201);
    const { body } = await website.call('GET', '/messages', undefined, visitorIn(answer));
    expect(body.payload.map(({ content }: { content: string }) => content)).toContain('Can I help?');
  });

  it('tells the bot of the website, if it has an address', async () => {
    const bot = await givenBot(test, account, website.id);
    const silent = await eventsDuring(test, account, () => website.call('POST', '/events', opened));
    await account.call('PATCH', `/agent_bots/${bot.id}`, { outgoing_url: 'https://bots.example.com/' });

    const events = await eventsDuring(test, account, () => website.call('POST', '/events', opened));

    expect([silent, typesOf(events)]).toEqual([[], expect.arrayContaining(['webwidget_triggered'])]);
  });

  it('tells nothing of somebody who is not where nobody wants to hear of it', async () => {
    const other = await givenWebsite(test, account);
    const subscriptions = ['webwidget_triggered'];
    const url = 'https://hooks.example.com/';
    await account.call('POST', '/webhooks', { url, subscriptions: ['message_created'] });
    await account.call('POST', '/webhooks', { url: `${url}2`, subscriptions, inbox_id: other.id });

    const events = await eventsDuring(test, account, async () => {
      expect((await website.call('POST', '/events', opened)).status).toBe(204);
    });

    expect(typesOf(events)).toEqual([]);
  });

  it('is refused by another name', async () => {
    const { status, body } = await website.call('POST', '/events', { name: 'conversation.created' });

    expect([status, body.attributes]).toEqual([422, ['name']]);
  });
});

describe('POST events, campaign.triggered', () => {
  it('begins a conversation with the message of the campaign, and answers the tokens of somebody new', async () => {
    const agent = await givenAgent(test, account);
    const campaign = await givenCampaign({ sender_id: agent.id });

    const answer = await trigger(campaign.id, undefined, {
      custom_attributes: { plan: 'gold' },
      contact: { email: 'carla@example.com' },
      referer: 'https://shop.example.com/pricing',
    });

    const visitor = visitorIn(answer);
    const { body } = await website.call('GET', '/messages', undefined, visitor);
    expect(answer.status).toBe(200);
    expect(body.payload).toEqual([
      expect.objectContaining({
        content: 'Any questions?',
        message_type: 1,
        sender: expect.objectContaining({ id: agent.id, type: 'User' }),
      }),
    ]);
    const [conversation] = await conversations();
    expect(conversation).toMatchObject({
      custom_attributes: { plan: 'gold' },
      additional_attributes: { referer: 'https://shop.example.com/pricing' },
      first_reply_created_at: 0,
      contact: { name: 'carla', email: 'carla@example.com' },
    });
    await website.call('POST', '/messages', { content: 'Yes' }, visitor);
    const later = await website.call('GET', '/messages', undefined, visitor);
    expect(later.body.payload.map(({ content }: { content: string }) => content)).toEqual(['Any questions?', 'Yes']);
  });

  it('does nothing where the visitor has a conversation', async () => {
    const campaign = await givenCampaign();
    const visitor = await givenVisitor(website);

    const { status } = await trigger(campaign.id, visitor);

    expect([status, (await conversations()).length]).toEqual([204, 1]);
  });

  it('does nothing for a campaign that is switched off, of another website, or only for opening hours', async () => {
    const off = await givenCampaign({ enabled: false });
    const elsewhere = await givenCampaign({ inbox_id: (await givenWebsite(test, account)).id });
    const atWork = await givenCampaign({ trigger_only_during_business_hours: true });
    await account.call('PATCH', `/inboxes/${website.id}`, { working_hours_enabled: true });

    const answers = [];
    for (const { id } of [off, elsewhere, atWork, { id: 999 }]) answers.push(await trigger(id));

    expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(204));
    expect((await account.call('GET', '/contacts')).body.meta.count).toBe(0);
  });
});

describe('GET campaigns', () => {
  it('lists those of the website that are switched on', async () => {
    const agent = await givenAgent(test, account, 'Gus Agent');
    const campaign = await givenCampaign({ sender_id: agent.id });
    await givenCampaign({ enabled: false });
    await givenCampaign({ inbox_id: (await givenWebsite(test, account)).id });

    const { status, body } = await website.call('GET', '/campaigns');

    expect([status, body]).toEqual([
      200,
      [
        {
          id: campaign.id,
          trigger_rules: RULES,
          trigger_only_during_business_hours: false,
          message: 'Any questions?',
          sender: { id: agent.id, name: 'Gus Agent', avatar_url: '', availability_status: 'offline' },
        },
      ],
    ]);
  });
});
