import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { ask, reply } from '../../support/conversation-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { givenContact, givenConversation, type TestAccount } from '../../support/factories.ts';
import { SAMPLES } from '../../support/files/media.ts';
import type { ProviderServer } from '../../support/providers/provider-server.ts';
import { type Asked, DYTE_SETTINGS, givenRealtimeKit } from '../../support/providers/realtime-kit.ts';
import { givenTranslator, type Translator } from '../../support/servers/translator.ts';
import { violationsByShape } from '../../support/web/axe.ts';
import { type ConsolePage, Consoles, givenSigner } from '../pages/console-page.ts';
import { ThreadPage } from '../pages/thread-page.ts';

const consoles = new Consoles();
let translator: Translator;
let calls: ProviderServer<Asked>;
let account: TestAccount;
let opened: ConsolePage;
let page: Page;
let thread: ThreadPage;
let id: number;
beforeAll(async () => {
  translator = await givenTranslator();
  calls = await givenRealtimeKit();
  await consoles.start({
    'rate_limit.requests_per_minute': '0',
    'limits.messages_per_minute': '0',
    'translation.url': translator.url,
    'integrations.dyte_url': calls.url,
  });
  account = await givenSigner(consoles.test);
  opened = await consoles.open('/app', { browser: { permissions: ['clipboard-read', 'clipboard-write'] } });
  ({ page } = opened);
  await opened.signIn(account.administrator.email);
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  thread = new ThreadPage(page, account, consoles.test.url);
});
beforeEach(async () => {
  const contact = await givenContact(account, { name: 'Carla Contact' });
  ({ id } = await givenConversation(account, { contact_id: contact.id }));
});
afterAll(async () => {
  await consoles.close();
  await consoles.stop();
  await translator.stop();
  await calls.stop();
});

const asks = (contentType: string, attributes: object, content = 'Please') =>
  reply(account, { id }, { content, content_type: contentType, content_attributes: attributes });
const linesIn = async (text: string) =>
  (await thread.article(text).locator('.bubble').innerText()).split('\n').filter((line) => line.trim() !== '');

describe('a message of another kind than text', () => {
  it('that is a form has its questions, and the answers to them', async () => {
    const items = [
      { name: 'order', label: 'Order number', type: 'text' },
      { name: 'color', label: 'Colour', type: 'select', options: [{ label: 'Oak', value: 'oak' }] },
    ];
    await asks('form', { items }, 'First form');
    await asks(
      'form',
      {
        items,
        submitted_values: [
          { name: 'order', value: '1042' },
          { name: 'color', value: 'oak' },
        ],
      },
      'Second form',
    );
    await thread.open(id);
    await thread.article('1042').waitFor();

    expect(await linesIn('First form')).toEqual(['First form', 'Order number', 'Colour', 'No answer yet']);
    expect(await linesIn('Second form')).toEqual(['Second form', 'Order number', '1042', 'Colour', 'oak']);
  });

  it('that offers choices has them all, and marks the chosen one', async () => {
    const items = [
      { title: 'Refund', value: 'refund' },
      { title: 'Repair', value: 'repair' },
    ];
    await asks('input_select', { items, submitted_values: [{ title: 'Repair', value: 'repair' }] });
    await thread.open(id);
    const choices = thread.log.getByRole('listitem');
    await choices.first().waitFor();

    expect(await choices.allInnerTexts()).toEqual(['Refund', expect.stringMatching(/^Repair\s*Chosen$/)]);
  });

  it('that has cards or articles has their words, pictures and links, and none that runs', async () => {
    const actions = [
      { type: 'link', text: 'Buy', uri: 'https://shop.example/1' },
      { type: 'postback', text: 'Tell me more', payload: 'more' },
      { type: 'link', text: 'Run', uri: 'javascript:alert(1)' },
    ];
    await asks('cards', {
      items: [{ title: 'A table', description: 'Of oak', media_url: 'javascript:alert(1)', actions }],
    });
    await asks(
      'article',
      { items: [{ title: 'Care of oak', description: 'With oil', link: 'https://shop.example/care' }] },
      'Read this',
    );
    await thread.open(id);
    await thread.log.getByRole('link', { name: 'Care of oak' }).waitFor();

    expect(await linesIn('A table')).toEqual(['Please', 'A table', 'Of oak', 'Buy', 'Tell me more', 'Run']);
    expect(
      await thread.log.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
    ).toEqual(['https://shop.example/1', 'https://shop.example/care']);
    expect(opened.problems).toEqual([]);
  });

  it('that is a survey has the rating and the words of the contact', async () => {
    await asks('input_csat', {}, 'How was it?');
    await asks(
      'input_csat',
      { submitted_values: { csat_survey_response: { rating: 4, feedback_message: 'Quick' } } },
      'And now?',
    );
    await thread.open(id);
    await thread.article('4 of 5').waitFor();

    expect(await linesIn('How was it?')).toEqual(['How was it?', 'No answer yet']);
    expect((await linesIn('And now?')).at(-1)).toBe('Quick');
  });

  it('that asks for an address has the one that was given', async () => {
    await asks('input_email', { submitted_email: 'carla@example.com' });
    await thread.open(id);

    await thread.article('carla@example.com').waitFor();
  });

  it('shares a place or a card, with what leads to them', async () => {
    const { body: message } = await ask(account, { id }, { content: 'I am here' });
    const rows = consoles.test.rows();
    const common = {
      account_id: account.id,
      conversation_id: 0,
      message_id: message.id,
      filename: '',
      content_type: '',
      file_size: 0,
    };
    const details = [
      { file_type: 'location', details: { coordinates_lat: 52.5, coordinates_long: 13.4, fallback_title: 'The shop' } },
      {
        file_type: 'contact',
        details: { fallback_title: '+49 30 1', meta: { firstName: 'Bob', lastName: 'Builder' } },
      },
    ] as const;
    for (const { file_type, details: known } of details) {
      const key = crypto.randomUUID();
      await rows
        .insertInto('attachments')
        .values({ ...common, file_type, key, details: JSON.stringify(known) as never, created_at: new Date() })
        .execute();
    }
    await rows.updateTable('messages').set({ attachments_count: 2 }).where('id', '=', message.id).execute();
    await thread.open(id);

    const place = thread.log.getByRole('link', { name: 'The shop' });
    await place.waitFor();
    expect(await place.getAttribute('href')).toContain('openstreetmap.org');
    await thread.article('Bob Builder').waitFor();
    expect(await thread.log.getByRole('link', { name: '+49 30 1' }).getAttribute('href')).toBe('tel:+49301');
  });

  it('that is about a video call lets the reader join it', async () => {
    await account.call('POST', '/integrations/hooks', { app_id: 'dyte', settings: DYTE_SETTINGS });
    await account.call('POST', '/integrations/dyte/create_a_meeting', { conversation_id: id });
    const asked: string[] = [];
    await opened.context.route('https://demo.realtime.cloudflare.com/**', (route) => {
      asked.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: 'The call' });
    });
    await thread.open(id);
    const other = opened.context.waitForEvent('page');
    await thread.article('has started a meeting').getByRole('button', { name: 'Join the call' }).click();
    const call = await other;
    await call.getByText('The call').waitFor();
    await call.close();

    expect(asked).toEqual([expect.stringMatching(/\?authToken=[\w.-]+&/)]);
    await thread.log.getByRole('link', { name: 'Open the call' }).waitFor();
  });

  it('says that it was edited', async () => {
    await ask(account, { id }, { content: 'Changed', content_attributes: { edited: true } });
    await thread.open(id);

    await thread.article('Changed').getByText('Edited').waitFor();
  });
});

describe('the pictures of a thread', () => {
  it('are shown large, one after the other by the arrows, until Escape gives the focus back', async () => {
    for (const name of ['first.png', 'second.png']) {
      const form = new FormData();
      form.set('message_type', 'incoming');
      form.set('attachments[]', new Blob([SAMPLES['image/png']!], { type: 'image/png' }), name);
      await account.call('POST', `/conversations/${id}/messages`, form);
    }
    await thread.open(id);
    const link = thread.log.getByRole('link', { name: 'second.png' });
    await link.focus();
    await page.keyboard.press('Enter');
    const dialog = (name: string) => page.getByRole('dialog', { name });
    await dialog('second.png').waitFor();
    const found = await violationsByShape(page.mainFrame())();
    await page.keyboard.press('ArrowLeft');
    await dialog('first.png').getByRole('img', { name: 'first.png' }).waitFor();
    await dialog('first.png').getByText('1 of 2').waitFor();
    await page.keyboard.press('Escape');
    await dialog('first.png').waitFor({ state: 'detached' });

    expect(found).toEqual([]);
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(opened.problems).toEqual([]);
  });
});

describe('what is done with a message', () => {
  it('copies its text, and the link to it', async () => {
    const { body } = await ask(account, { id }, { content: 'Where is **it**?' });
    await thread.open(id);
    const copied = () => page.evaluate(() => navigator.clipboard.readText());

    await thread.choose(thread.article('Where is it?'), 'Copy text');
    await page.getByText('The text was copied.').waitFor();
    const text = await copied();
    await thread.choose(thread.article('Where is it?'), 'Copy link');
    await page.getByText('The link was copied.').waitFor();

    expect([text, await copied()]).toEqual([
      'Where is **it**?',
      `${consoles.test.url}/app/accounts/${account.id}/conversations/${id}?messageId=${body.id}`,
    ]);
  });

  it('translates it below its text, until the original is wanted alone', async () => {
    await ask(account, { id }, { content: 'Wo ist es?' });
    await thread.open(id);
    const message = thread.article('Wo ist es?');
    await thread.choose(message, 'Translate');
    await message.getByText('[en] Wo ist es?').waitFor();

    await message.getByRole('button', { name: 'Show original' }).click();
    expect(await message.locator('.bubble').innerText()).toBe('Wo ist es?');
  });

  it('says why it cannot be translated', async () => {
    translator.reply = { status: 500, body: '' };
    await ask(account, { id }, { content: 'Wo denn?' });
    await thread.open(id);
    await thread.choose(thread.article('Wo denn?'), 'Translate');

    await thread.article('Wo denn?').getByText('No translation service can be reached.').waitFor();
    translator.reply = undefined;
  });

  it('deletes it for everybody, once it is said what goes', async () => {
    await ask(account, { id }, { content: 'My password is 1234' });
    await thread.open(id);
    await thread.choose(thread.article('My password'), 'Delete message');
    const dialog = page.getByRole('dialog', { name: 'Delete this message?' });
    await dialog.getByText('cannot be brought back').waitFor();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });

    await thread.article('This message was deleted.').waitFor();
    expect(await thread.article('My password').count()).toBe(0);
    const { body } = await account.call('GET', `/conversations/${id}/messages`);
    expect(body.payload.map(({ content }: { content: string }) => content)).toEqual(['This message was deleted']);
  });

  it('sends one that its channel refused again, and says how far it has come', async () => {
    const { body: failed } = await reply(account, { id }, { content: 'To you' });
    await account.call('PATCH', `/conversations/${id}/messages/${failed.id}`, {
      status: 'failed',
      external_error: 'Unknown number',
    });
    await thread.open(id);
    const message = thread.article('To you');
    await message.getByText('Unknown number').waitFor();
    await message.getByRole('button', { name: 'Try again' }).click();
    await message.getByText('Unknown number').waitFor({ state: 'detached' });
    for (const [status, word] of [
      ['delivered', 'Delivered'],
      ['read', 'Read'],
    ] as const) {
      await account.call('PATCH', `/conversations/${id}/messages/${failed.id}`, { status });
      await message.getByText(word, { exact: true }).waitFor();
    }
  });
});

describe('a long thread', () => {
  /** So many messages, without their events. */
  async function givenMany(count: number): Promise<number[]> {
    const rows = consoles.test.rows();
    const { body: first } = await ask(account, { id }, { content: 'number 1 of many' });
    const { conversation_id: key, ...row } = await rows
      .selectFrom('messages')
      .selectAll()
      .where('id', '=', first.id)
      .executeTakeFirstOrThrow();
    for (let from = 2; from <= count; from += 500) {
      const some = Array.from({ length: Math.min(500, count - from + 1) }, (_, index) => {
        const { id: __, ...values } = row;
        const attributes = { content_attributes: '{}' as never, additional_attributes: '{}' as never };
        return { ...values, ...attributes, conversation_id: key, content: `number ${from + index} of many` };
      });
      await rows.insertInto('messages').values(some).execute();
    }
    const found = await rows
      .selectFrom('messages')
      .select('id')
      .where('conversation_id', '=', key)
      .orderBy('id')
      .execute();
    return found.map((one) => one.id);
  }
  const rowsInPage = () => thread.log.getByRole('article').count();

  it('has few rows in the page, wherever its reader is, and keeps the place', async () => {
    await givenMany(600);
    await thread.open(id);
    await thread.article('number 600 of many').waitFor();
    await thread.log.getByRole('button', { name: 'Load older messages' }).click();
    await eventually(rowsInPage, (count) => count > 20);
    const most: number[] = [];
    /** Above its beginning, the name of its sender goes when it follows another message of them. */
    const endOf = async (text: string) => {
      const box = await thread.article(text).boundingBox();
      return box ? box.y + box.height : Number.NaN;
    };
    for (let step = 0; step < 8; step += 1) {
      const first = (await thread.log.getByRole('article').first().innerText()).match(/number \d+ of many/)?.[0] ?? '';
      await thread.log.evaluate((element) =>
        element.scrollTo({ top: element.clientHeight - element.scrollHeight + 60 }),
      );
      const before = await endOf(first);
      await eventually(
        () => thread.log.getByRole('article').first().innerText(),
        (text) => !text.includes(first) && text !== '',
      );
      expect(Math.abs((await endOf(first)) - before)).toBeLessThan(3);
      most.push(await rowsInPage());
    }

    expect(Math.max(...most)).toBeLessThanOrEqual(150);
    await page.getByRole('button', { name: 'Go to the newest message' }).click();
    await thread.article('number 600 of many').waitFor();
    expect(await rowsInPage()).toBeLessThanOrEqual(150);
  });

  it('is opened at the message that the address names, from which both ends can be reached', async () => {
    const ids = await givenMany(400);
    await thread.open(id, `?messageId=${ids[99]}`);
    const named = thread.article('number 100 of many');
    await named.waitFor();

    await eventually(
      () => named.boundingBox(),
      (box) => box !== null && box.y > 0 && box.y < 800,
    );
    expect(await named.getAttribute('class')).toContain('is-marked');
    expect(await thread.article('number 400 of many').count()).toBe(0);
    await ask(account, { id }, { content: 'written meanwhile' });
    await page.getByRole('button', { name: 'Go to the newest message' }).click();
    await thread.article('written meanwhile').waitFor();
    expect(await thread.article('number 400 of many').count()).toBe(1);
  });

  it('is opened at its end, with a sentence, where the address names a message of another conversation', async () => {
    const { body: other } = await ask(account, await givenConversation(account), { content: 'elsewhere' });
    await ask(account, { id }, { content: 'the only one' });
    await thread.open(id, `?messageId=${other.id}`);

    await thread.article('the only one').waitFor();
    await thread.log.getByText('The message that this link names is not in this conversation.').waitFor();
  });
});
