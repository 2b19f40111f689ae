import type { Member } from '../add-members.ts';
import type { Mailboxes } from '../mails/mailboxes.ts';
import type { Receivers } from './children.ts';
import type { Client } from './client.ts';
import type { Receiver } from './receivers-process.ts';

const INBOXES = 10;
/** So many that none of them changes so often that the server takes it for a loop of programs. */
const CONVERSATIONS_OF_EACH = 100;
const OF_CONVERSATIONS = [
  'conversation_created',
  'conversation_updated',
  'conversation_status_changed',
  'message_created',
  'message_updated',
];

/** What the soak works on: numbers of conversations and ids. */
export type Place = {
  conversations: number[];
  /** Of the inbox whose webhook answers slowly. */
  slowConversations: number[];
  mailInboxes: number[];
  webhooks: Record<Receiver, number>;
};

/** Makes inboxes, each with two people of those who see what happens in it, conversations, webhooks and mail inboxes. */
export async function seedSoak(
  client: Client,
  members: Member[],
  { receivers, mailboxes }: { receivers: Receivers; mailboxes: Mailboxes },
): Promise<Place> {
  const post = (path: string, body: object) => client.ask({ method: 'POST', path, body });
  const conversations: number[] = [];
  for (let number = 0; number < INBOXES; number += 1) {
    const seeing = members.filter((_, index) => index % (INBOXES / 2) === number % (INBOXES / 2));
    conversations.push(...(await openInbox(post, `Inbox ${number}`, seeing)).conversations);
  }
  const slow = await openInbox(post, 'Slow', []);
  const mailInboxes: number[] = [];
  for (const index of mailboxes.ports.keys()) {
    const channel = { type: 'email', ...mailboxes.channel(index) };
    mailInboxes.push((await post('/inboxes', { name: `Mail ${index}`, channel })).id);
  }
  const hook = async (receiver: Receiver, more: object) => {
    const url = `https://127.0.0.1:${receivers.ports[receiver]}/`;
    return (await post('/webhooks', { webhook: { url, name: receiver, ...more } })).id;
  };
  const ofMessages = { subscriptions: ['message_created'] };
  const webhooks = {
    healthy: await hook('healthy', { subscriptions: OF_CONVERSATIONS }),
    dead: await hook('dead', ofMessages),
    slow: await hook('slow', { ...ofMessages, inbox_id: slow.inbox }),
    flaky: await hook('flaky', { subscriptions: [...ofMessages.subscriptions, 'contact_created'] }),
  };
  return { conversations, slowConversations: slow.conversations, mailInboxes, webhooks };
}

type Post = (path: string, body: object) => Promise<{ id: number }>;

async function openInbox(post: Post, name: string, members: Member[]) {
  const { id: inbox } = await post('/inboxes', { name, channel: { type: 'api' } });
  await post('/inbox_members', { inbox_id: inbox, user_ids: members.map(({ id }) => id) });
  const conversations: number[] = [];
  for (let number = 0; number < CONVERSATIONS_OF_EACH; number += 1) {
    const contact = await post('/contacts', { name: `Carla ${number} of ${name}`, inbox_id: inbox });
    conversations.push((await post('/conversations', { inbox_id: inbox, contact_id: contact.id })).id);
  }
  return { inbox, conversations };
}
