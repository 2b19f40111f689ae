import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { VisitorChat } from '../pages/visitor-chat.ts';
import { Hosts } from '../pages/host-page.ts';
import { givenTeam } from '../pages/team.ts';

const hosts = new Hosts();
beforeAll(() => hosts.start());
afterEach(hosts.close);
afterAll(hosts.stop);

/** A visitor who has written, and what the team does in the conversation. */
async function givenTalk(settings: object = {}) {
  const team = await givenTeam(hosts.test, { settings });
  const host = await hosts.open({ inbox: team.inbox, hasApp: true });
  const chat = new VisitorChat(host);
  await chat.begin('Hello');
  const conversation = await team.conversation();
  const ask = (content_type: string, content_attributes: object, content = 'Please') =>
    conversation.answer(content, { content_type, content_attributes });
  /** What the visitor has answered to the message with this id, once it is there. */
  const answerTo = async ({ id }: { id: number }) => {
    const read = async () => (await conversation.messages()).find((message) => message.id === id).content_attributes;
    return (await eventually(read, ({ submitted_values: given }) => given !== undefined)).submitted_values;
  };
  return { team, host, chat, conversation, ask, answerTo };
}

describe('cards', () => {
  it('have links, and buttons of which the page hears', async () => {
    const { host, chat, ask } = await givenTalk();
    const actions = [
      { type: 'link', text: 'See it', uri: 'https://shop.example/shirt' },
      { type: 'link', text: 'Trick', uri: 'javascript:alert(1)' },
      { type: 'postback', text: 'Buy it', payload: 'buy-1' },
    ];

    await ask('cards', { items: [{ title: 'A shirt', description: 'Blue', actions }] });
    await chat.sees('A shirt');
    await chat.button('Buy it').click();

    const postbacks = async () => (await host.events()).filter(([name]) => name === 'chatwoot:postback');
    expect(await eventually(postbacks, ({ length }) => length === 1)).toEqual([
      ['chatwoot:postback', { payload: 'buy-1' }],
    ]);
    const link = chat.app.getByRole('link', { name: 'See it' });
    expect(await link.getAttribute('href')).toBe('https://shop.example/shirt');
    expect(await link.getAttribute('target')).toBe('_blank');
    expect(await chat.app.getByRole('link', { name: 'Trick' }).count()).toBe(0);
  });
});

describe('articles', () => {
  it('are linked', async () => {
    const { chat, ask } = await givenTalk();

    await ask('article', { items: [{ title: 'Returns', description: 'How', link: 'https://help.example/returns' }] });

    await chat.sees('Returns');
    expect(await chat.app.getByRole('link', { name: 'Read more' }).getAttribute('href')).toBe(
      'https://help.example/returns',
    );
  });
});

describe('options', () => {
  it('are chosen once, also after a reload', async () => {
    const { host, chat, ask, answerTo } = await givenTalk();
    const items = [
      { title: 'Yes, please', value: 'yes' },
      { title: 'No', value: 'no' },
    ];
    const asked = await ask('input_select', { items });

    await chat.button('Yes, please').click();

    expect(await answerTo(asked)).toEqual([{ title: 'Yes, please', value: 'yes' }]);
    await host.page.reload();
    const buttons = chat.app.locator('.options button');
    await buttons.first().waitFor();
    expect(await buttons.evaluateAll((all) => all.map((one) => (one as HTMLButtonElement).disabled))).toEqual([
      true,
      true,
    ]);
    expect(await buttons.first().getAttribute('aria-pressed')).toBe('true');
  });
});

describe('a form', () => {
  it('has fields of all kinds, says what is wrong, and is sent whole', async () => {
    const { chat, ask, answerTo } = await givenTalk();
    const asked = await ask('form', {
      items: [
        { name: 'who', label: 'Name', type: 'text', placeholder: 'Ada', required: true },
        { name: 'mail', label: 'E-mail', type: 'email' },
        { name: 'more', label: 'More', type: 'text_area', default: 'Nothing' },
        {
          name: 'size',
          label: 'Size',
          type: 'select',
          options: [
            { label: 'Small', value: 's' },
            { label: 'Large', value: 'l' },
          ],
        },
        { name: 'order', label: 'Order', type: 'text', pattern: 'A-\\d+', pattern_error: 'Like A-1042' },
      ],
    });
    const field = (label: RegExp) => chat.app.getByLabel(label);
    await field(/^Name/).waitFor();

    await field(/^E-mail/).fill('nobody');
    await field(/^Order/).fill('see A-1 there');
    await chat.button('Submit').click();
    const problems = await chat.app.locator('.field .problem').allTextContents();
    expect(problems).toEqual(['This is needed', 'This is not an e-mail address', 'Like A-1042']);
    expect(await field(/^Name/).getAttribute('aria-invalid')).toBe('true');

    await field(/^Name/).fill('Ada');
    await field(/^E-mail/).fill('ada@example.com');
    await field(/^Size/).selectOption('Large');
    await field(/^Order/).fill('A-1042');
    await chat.button('Submit').click();

    const given = [
      { name: 'who', value: 'Ada' },
      { name: 'mail', value: 'ada@example.com' },
      { name: 'more', value: 'Nothing' },
      { name: 'size', value: 'l' },
      { name: 'order', value: 'A-1042' },
    ];
    expect(await answerTo(asked)).toEqual(given);
    const answers = chat.app.locator('dl.answers dd');
    await answers.first().waitFor();
    expect(await answers.allTextContents()).toEqual(given.map(({ value }) => value));
  });
});

describe('the rating', () => {
  it('is given once, with words, and is there after a reload', async () => {
    const { team, host, chat, conversation } = await givenTalk({ csat_survey_enabled: true });
    await conversation.resolve();
    await chat.app.getByRole('radio', { name: 'Very bad' }).check({ force: true });
    await chat.app.getByRole('radio', { name: 'Very good' }).check({ force: true });
    await chat.app.getByRole('textbox', { name: /Tell us more/ }).fill('Kind people');
    await chat.button('Submit').click();
    await chat.app.getByText('Thank you').waitFor();

    await host.page.reload();

    await chat.app.getByText('Kind people').waitFor();
    expect(await chat.app.getByRole('radio', { name: 'Very good' }).isChecked()).toBe(true);
    expect(await chat.app.locator('.csat fieldset:disabled').count()).toBe(1);
    const { body } = await team.account.call('GET', '/csat_survey_responses');
    expect(body).toMatchObject([{ rating: 5, feedback_message: 'Kind people' }]);
  });
});

describe('the rating in stars', () => {
  it('lights those up to the one that is chosen', async () => {
    const { chat, conversation } = await givenTalk({
      csat_survey_enabled: true,
      csat_config: { display_type: 'star' },
    });
    await conversation.resolve();

    await chat.app.getByRole('radio', { name: 'Fair' }).check({ force: true });

    expect(await chat.app.locator('.csat .is-lit').count()).toBe(3);
    expect(await chat.app.locator('.csat label').allTextContents()).toEqual(Array(5).fill('★'));
  });
});

describe('the question for an e-mail address', () => {
  it('refuses what is none, and tells the team the address of the contact', async () => {
    const { team, chat, conversation } = await givenTalk({ enable_email_collect: true });
    const field = chat.app.getByLabel(/^E-mail address/);
    await field.fill('nobody');
    await chat.button('Submit').click();
    await chat.app.getByText('This is not an e-mail address').waitFor();

    const address = `visitor-${team.inbox.id}@example.com`;
    await field.fill(address);
    await chat.button('Submit').click();

    await chat.app.locator('p.answers', { hasText: address }).waitFor();
    const { meta } = await conversation.read();
    expect((await team.contact(meta.sender.id)).email).toBe(address);
  });
});
