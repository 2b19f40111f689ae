import { postTo } from '../../support/seed.ts';
import { at, openDesk, type Place, show } from './place.ts';

const MESSAGES = 5000;
const TOGETHER = 16;
const LETTERS = 200;

/** In the page: notes how long each key takes. */
const WATCH_KEYS = `
window.times = [];
addEventListener('keydown', ({ timeStamp }) => window.isDrawn().then((at) => window.times.push(at - timeStamp)));
`;

/** A conversation with many messages. Gives its number. */
export async function seedThread({ server, token }: Place): Promise<number> {
  const inbox = await postTo(server.url, token, '/inboxes', { name: 'Long', channel: { type: 'api' } });
  const contact = await postTo(server.url, token, '/contacts', { name: 'Long Talker' });
  const { id } = await postTo(server.url, token, '/conversations', { inbox_id: inbox.id, contact_id: contact.id });
  let left = MESSAGES;
  const work = async () => {
    for (; left > 0;) {
      left -= 1;
      const content = `Message ${left}: where is **my order**? It should have been here on Monday.`;
      await postTo(server.url, token, `/conversations/${id}/messages`, { content, message_type: 'incoming' });
    }
  };
  await Promise.all(Array.from({ length: TOGETHER }, work));
  return id;
}

/** The milliseconds from a key to its letter on the screen, the 95th of a hundred, with all messages loaded. */
export async function measureTyping(place: Place, conversation: number): Promise<{ key: number; articles: number }> {
  const desk = await openDesk(place);
  const { page, context } = desk;
  await show(desk, place.server, `/app/accounts/1/conversations/${conversation}?assignee=all`);
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.waitFor();
  const older = page.getByRole('button', { name: 'Load older messages' });
  for (let loaded = 0; loaded < MESSAGES && (await older.count()) > 0; loaded += 40) {
    await older.click().catch(() => {});
    await page.waitForLoadState('networkidle');
  }
  await field.click();
  await page.evaluate(WATCH_KEYS);
  for (let letter = 0; letter < LETTERS; letter += 1) await page.keyboard.press(letter % 6 === 5 ? 'Space' : 'a');
  const times = await page.evaluate<number[]>('window.times');
  const articles = await page.getByRole('log').getByRole('article').count();
  await context.close();
  return { key: at(times, 0.95), articles };
}
