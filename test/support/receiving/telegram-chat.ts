import type { Answer, TestApp } from '../app.ts';
import { givenInbox, type TestAccount } from '../factories.ts';
import { eventually } from '../eventually.ts';
import type { ProviderServer } from '../providers/provider-server.ts';
import { tokenOf } from '../providers/telegram.ts';

let last = Date.now() % 1_000_000_000;
const next = () => (last += 1);

/** The bot of an inbox, and the webhook that the inbox gave to Telegram. */
export type TelegramBot = { inbox: { id: number }; token: string; path: string; secret: string };

/** A Telegram inbox that has registered its webhook with the server that stands in for Telegram. */
export async function givenBot(account: TestAccount, telegram: ProviderServer<unknown>): Promise<TelegramBot> {
  const token = tokenOf(next());
  const inbox = await givenInbox(account, { type: 'telegram', bot_token: token });
  const end = new URL(inbox.callback_webhook_url).pathname;
  const registration = await eventually(
    () => telegram.registrations.find(({ url }) => String(url).endsWith(end)),
    (found) => found !== undefined,
  );
  return { inbox, token, path: end, secret: String(registration?.['secret_token']) };
}

/** Somebody who writes to the bot, in a private chat. */
export type Person = { id: number; first_name: string; last_name?: string; username?: string; language_code?: string };

/** A person who has not written before. */
export const somebody = (more: Partial<Person> = {}): Person => ({ id: next(), first_name: 'Carla', ...more });

/** An update with a message of this person. */
export function messageFrom(person: Person, content: object) {
  const { language_code: _, ...chat } = person;
  const from = { ...person, is_bot: false };
  const message = { message_id: next(), date: 1_790_000_000, from, chat: { ...chat, type: 'private' }, ...content };
  return { update_id: next(), message };
}

/** An update that edits the message of an earlier one. */
export function editOf({ message }: ReturnType<typeof messageFrom>, content: object) {
  return { update_id: next(), edited_message: { ...message, edit_date: 1_790_000_100, ...content } };
}

/** Posts an update as Telegram does; `secret` null = without any. */
export function update(
  test: TestApp,
  bot: TelegramBot,
  body: object,
  secret: string | null = bot.secret,
): Promise<Answer> {
  const headers: Record<string, string> = secret === null ? {} : { 'x-telegram-bot-api-secret-token': secret };
  return test.request('POST', bot.path, { body, headers });
}
