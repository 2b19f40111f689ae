import { eventually } from '../../support/eventually.ts';
import type { Chat } from './chat.ts';

const QUESTION = 'Hi! My oak table came today. Which oil do you recommend for it?';
const ADVICE = `What a good choice. For oak we recommend:

1. **Hard wax oil**, twice in the first year
2. a soft cloth, _always along the grain_

> Test it on the underside first.

See our [care guide](https://shop.example.com/care), or search for \`OAK-1042\`.`;

const CARDS = [
  {
    title: 'Hard wax oil, 500 ml',
    description: 'Clear and matt; enough for a table for six.',
    actions: [
      { type: 'link', text: 'See in the shop', uri: 'https://shop.example.com/oil' },
      { type: 'postback', text: 'Put it into my basket', payload: 'OIL-500' },
    ],
  },
];
const ARTICLES = [
  { title: 'Caring for oiled oak', description: 'Spills, scratches and sunlight.', link: 'https://shop.example.com/a' },
];
const OPTIONS = [
  { title: 'In the morning', value: 'am' },
  { title: 'In the afternoon', value: 'pm' },
];
const QUESTIONS = [
  { name: 'order', label: 'Number of your order', type: 'text', placeholder: 'OAK-1042', required: true },
  { name: 'floor', label: 'Floor', type: 'select', options: [{ label: 'Second', value: '2' }] },
  { name: 'more', label: 'Anything else?', type: 'text_area', placeholder: 'A narrow staircase, sharp corners …' },
];

/** A channel that asks for something of every kind before the first message. */
export const FORM = {
  pre_chat_form_enabled: true,
  pre_chat_form_options: {
    pre_chat_message: 'Tell us **who you are**, and we find your order.',
    pre_chat_fields: [
      { name: 'fullName', type: 'text', field_type: 'standard', label: 'Your name', required: true, enabled: true },
      { name: 'emailAddress', type: 'email', field_type: 'standard', required: true, enabled: true },
      { name: 'phoneNumber', type: 'text', field_type: 'standard', required: false, enabled: true },
      { name: 'site', type: 'link', label: 'Your website', placeholder: 'https://example.com', enabled: true },
      { name: 'chairs', type: 'number', label: 'How many chairs?', required: true, enabled: true },
      { name: 'by', type: 'date', label: 'Needed by', enabled: true },
      { name: 'wood', type: 'list', label: 'Wood', values: ['Oak', 'Juniper', 'Ash'], required: true, enabled: true },
      { name: 'news', type: 'checkbox', label: 'Write to me about sales', required: true, enabled: true },
    ].map((field) => ({ field_type: 'conversation_attribute', ...field })),
  },
};

/** Opening hours on one day alone: so many days from now. */
export function closedBut(days: number): object[] {
  const open = (new Date().getUTCDay() + days) % 7;
  return Array.from({ length: 7 }, (_, day) =>
    day === open
      ? { day_of_week: day, open_hour: 9, open_minutes: 0, close_hour: 17, close_minutes: 0 }
      : { day_of_week: day, closed_all_day: true },
  );
}

const SENT = /\/api\/v1\/widget\/messages/;

/** The visitor begins a conversation, and the team answers at length. */
export async function talk(chat: Chat): Promise<void> {
  await say(chat, QUESTION);
  await chat.answer(ADVICE);
  await say(chat, 'Thank you, that helps a lot!');
  await shows(chat, '.md blockquote');
}

/** A short conversation with a picture and options, as a visitor of the shop has it. */
export async function order(chat: Chat, picture: File): Promise<void> {
  await say(chat, 'Hi! My oak table came today, and it is lovely. Which oil do you recommend for it?');
  await chat.answer('How nice to hear, Carla! We use **hard wax oil**: twice in the first year, then once a year.');
  await chat.send(picture);
  await say(chat, 'Is one bottle enough?');
  await offer(chat, 'Yes, for three years. Shall we send you one?', ['Yes, please', 'Not yet']);
}

/** The same in Arabic. */
export async function orderInArabic(chat: Chat, picture: File): Promise<void> {
  await say(chat, 'مرحبًا! وصلت طاولتي اليوم وهي رائعة. أي زيت تنصحون به؟');
  await chat.answer('يسعدنا ذلك! نستخدم **زيت الشمع الصلب** (OIL-500) مرتين في السنة الأولى، ثم مرة كل سنة.');
  await chat.send(picture);
  await say(chat, 'هل تكفي زجاجة واحدة؟');
  await offer(chat, 'نعم، لثلاث سنوات. هل نرسل لك واحدة؟', ['نعم، من فضلك', 'ليس الآن']);
}

/** The visitor writes, and it arrives. */
async function say(chat: Chat, content: string): Promise<void> {
  await chat.write(content);
  await shows(chat, `.row.is-own.is-sent >> text=${content}`);
}

async function offer(chat: Chat, question: string, titles: string[]): Promise<void> {
  const items = titles.map((title, index) => ({ title, value: String(index) }));
  await chat.answer(question, { content_type: 'input_select', content_attributes: { items } });
  await shows(chat, '.options li + li button');
}

/** The team sends something of each kind that has more than text. */
export async function ask(chat: Chat): Promise<void> {
  const kinds = [
    ['cards', 'This one is made for it:', CARDS],
    ['article', 'You may like to read this as well.', ARTICLES],
    ['input_select', 'When may we deliver it?', OPTIONS],
    ['form', 'And where to?', QUESTIONS],
  ] as const;
  for (const [kind, content, items] of kinds) {
    await chat.answer(content, { content_type: kind, content_attributes: { items } });
  }
  await chat.answer('Where can we reach you?', { content_type: 'input_email' });
  for (const part of ['.cards button', '.options button', '.row select', '.row [type=email]']) await shows(chat, part);
}

/** The team answers a message with files and a long word, and takes another message back. */
export async function sendFiles(chat: Chat, files: readonly File[]): Promise<void> {
  await chat.send(...files);
  await chat.answer(`https://shop.example.com/${'oil'.repeat(60)}`);
  const { id } = await chat.answer('Here it costs 12 €.');
  await chat.answer('It costs 14 €, sorry.', { content_attributes: { in_reply_to: id } });
  await shows(chat, '.quoted');
  await chat.call('DELETE', `/messages/${id}`);
  await shows(chat, '.deleted');
}

/** The team writes, until the visitor sees it: before the socket is open, nothing is heard of it. */
export async function type(chat: Chat): Promise<void> {
  const frame = await chat.frame();
  await eventually(
    async () => {
      await chat.call('POST', '/toggle_typing_status', { typing_status: 'on' });
      return frame.locator('.dots').count();
    },
    (count) => count === 1,
  );
}

/** The visitor sends a file that the server does not take. */
export async function refuseFile(chat: Chat): Promise<void> {
  const { context } = chat.host;
  const refusal = { status: 422, json: { error: 'The file is not taken' } };
  await context.route(SENT, (route) =>
    route.request().method() === 'POST' ? route.fulfill(refusal) : route.continue(),
  );
  await attach(chat, 'staircase.txt');
  await shows(chat, '.is-failed .state button');
  await context.unroute(SENT);
}

/** The visitor sends words and a file, for which the server takes very long. */
export async function waitForServer(chat: Chat): Promise<void> {
  const { context } = chat.host;
  await context.route(SENT, (route) => (route.request().method() === 'POST' ? undefined : route.continue()));
  await chat.write('The staircase is 90 cm wide.');
  await attach(chat, 'floor-plan.txt');
  await shows(chat, '.is-waiting progress');
}

async function attach(chat: Chat, name: string): Promise<void> {
  const file = { name, mimeType: 'text/plain', buffer: Buffer.from(name) };
  await (await chat.frame()).setInputFiles('.tools input[type=file] >> nth=0', file);
}

/** The team writes twice while the chat is closed, which shows it above the bubble. */
export async function writeUnread(chat: Chat): Promise<void> {
  await chat.close();
  await chat.answer('Your oil is on its way! The parcel service brings it **tomorrow** between 8 and 12.');
  await chat.answer('Is anyone at home?');
  await chat.page.waitForSelector('#cw-widget-holder.has-unread-view:not(.woot--hide)');
  await shows(chat, '.preview li + li');
}

/** The team ends the conversation, and asks how it was. */
export async function resolve(chat: Chat): Promise<void> {
  await chat.call('POST', '/toggle_status', { status: 'resolved' });
  await shows(chat, '.csat');
}

/** The connection is lost for so long that the visitor is told; the page has a clock. */
export async function loseConnection(chat: Chat): Promise<void> {
  const frame = await chat.frame();
  await chat.host.context.setOffline(true);
  await eventually(async () => {
    await chat.page.clock.fastForward(1000);
    return frame.locator('.banner').count();
  }, Boolean);
}

/** Waits for something in the chat. */
export async function shows(chat: Chat, selector: string): Promise<void> {
  await (await chat.frame()).waitForSelector(selector, { state: 'attached' });
}
