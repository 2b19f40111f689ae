import type { Attributes } from '../../entities/columns.ts';
import { listAt, objectAt, textAt } from '../receiving/json-parts.ts';
import type { ReceivedMessage } from '../receiving/receiver.ts';
import { showContacts, showLocation } from '../shared-things.ts';
import { withEntities } from './entities.ts';
import { amountOf } from './amount.ts';

export type Content = Pick<ReceivedMessage, 'content' | 'contentAttributes' | 'files'>;

/** Readers of messages without text and files, by the member that a message has; null = the member says nothing. */
export const KINDS: Record<string, (value: Attributes, message: Attributes) => Content | null> = {
  location: locationIn,
  contact: contactIn,
  poll: pollIn,
  checklist: checklistIn,
  dice: (dice) =>
    dice['value'] === undefined ? null : { content: `${textAt(dice, 'emoji')} ${textAt(dice, 'value')}` },
  story: (story) => titled('A story', nameOfChat(objectAt(story, 'chat'))),
  game: (game) => titled('A game', textAt(game, 'title'), textAt(game, 'description')),
  invoice: (invoice) =>
    titled(`An invoice of ${amountOf(invoice)}`, textAt(invoice, 'title'), textAt(invoice, 'description')),
  successful_payment: (payment) => ({ content: `Paid ${amountOf(payment)}`, contentAttributes: { payment } }),
  refunded_payment: (payment) => ({
    content: `A payment of ${amountOf(payment)} was refunded`,
    contentAttributes: { payment },
  }),
  gift: (gift) => titled('A gift', withEntities(textAt(gift, 'text'), listAt(gift, 'entities'))),
  unique_gift: (gift) =>
    titled(
      'A gift',
      textAt(objectAt(gift, 'gift'), 'base_name'),
      withEntities(textAt(gift, 'text'), listAt(gift, 'entities')),
    ),
  users_shared: usersIn,
  chat_shared: (chat) => titled('A chat', nameOfChat(chat) || textAt(chat, 'chat_id')),
  web_app_data: (data) => ({
    content: lines([textAt(data, 'button_text'), textAt(data, 'data')]),
    contentAttributes: { web_app_data: { button_text: textAt(data, 'button_text'), data: textAt(data, 'data') } },
  }),
};

function locationIn({ latitude, longitude }: Attributes, message: Attributes): Content | null {
  const venue = objectAt(message, 'venue');
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return null;
  return showLocation({ latitude, longitude, name: textAt(venue, 'title'), address: textAt(venue, 'address') });
}

function contactIn(contact: Attributes): Content | null {
  const phoneNumber = textAt(contact, 'phone_number');
  if (phoneNumber === '') return null;
  const [firstName, lastName] = [textAt(contact, 'first_name'), textAt(contact, 'last_name')];
  return showContacts([{ firstName, lastName, phoneNumbers: [phoneNumber], emails: [] }]);
}

function pollIn(poll: Attributes): Content | null {
  const question = textAt(poll, 'question');
  if (question === '') return null;
  const description = withEntities(textAt(poll, 'description'), listAt(poll, 'description_entities'));
  const options = listAt(poll, 'options').map((option) => `- ${textAt(option, 'text')}`);
  return { content: lines([question, description, ...options]) };
}

function checklistIn(checklist: Attributes): Content | null {
  const tasks = listAt(checklist, 'tasks').map((task) => {
    const isDone = Number(task['completion_date'] ?? 0) > 0;
    return `- ${isDone ? '☑' : '☐'} ${withEntities(textAt(task, 'text'), listAt(task, 'text_entities'))}`;
  });
  const title = withEntities(textAt(checklist, 'title'), listAt(checklist, 'title_entities'));
  return title === '' && tasks.length === 0 ? null : { content: lines([title, ...tasks]) };
}

function usersIn(shared: Attributes): Content | null {
  const users = listAt(shared, 'users').map((user) => {
    const name = [textAt(user, 'first_name'), textAt(user, 'last_name')].filter((part) => part !== '').join(' ');
    const username = textAt(user, 'username');
    return [name, username && `@${username}`].filter((part) => part !== '').join(' ') || textAt(user, 'user_id');
  });
  return users.length === 0 ? null : { content: `Shared people: ${users.join(', ')}` };
}

/** '' = it has no name that is known. */
export function nameOfChat(chat: Attributes): string {
  const name = [textAt(chat, 'first_name'), textAt(chat, 'last_name')].filter((part) => part !== '').join(' ');
  const username = textAt(chat, 'username');
  return textAt(chat, 'title') || name || (username && `@${username}`);
}

function titled(kind: string, title: string, more = ''): Content {
  return { content: lines([title === '' ? kind : `${kind}: ${title}`, more]) };
}

const lines = (parts: readonly string[]) => parts.filter((part) => part !== '').join('\n');
