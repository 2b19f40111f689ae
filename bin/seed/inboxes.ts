import { addInbox, type SampleInbox } from '../../src/cli/demo/add-inbox.ts';
import type { Tx } from '../../src/db/tx.ts';
import type { ChannelType } from '../../src/entities/channel.ts';
import type { AccountRecord } from '../../src/records/account.ts';
import { addMembers } from '../../src/resources/inbox_members/add-members.ts';
import { COMPANY } from './people.ts';

/** The kinds of inboxes that exist without an account at a provider. A Telegram inbox needs the token of a bot. */
export type Kind = Extract<ChannelType, 'web_widget' | 'email' | 'api' | 'whatsapp' | 'sms' | 'line'>;

export type MadeInbox = { id: number; kind: Kind };

const RATED = { csatSurveyEnabled: true, enableAutoAssignment: false };

/** None of them has a login at a provider: nothing is sent, and nothing is fetched. */
const INBOXES: readonly (SampleInbox & { channel: { type: Kind } })[] = [
  {
    name: 'Website',
    channel: {
      type: 'web_widget',
      website_url: 'https://shop.example.com',
      welcome_title: `Welcome to ${COMPANY}`,
      welcome_tagline: 'Ask us anything about tea.',
      widget_color: '#2f6f62',
    },
    greetingEnabled: true,
    greetingMessage: 'Hello! Somebody of us answers in a moment.',
    ...RATED,
  },
  { name: 'Help desk', channel: { type: 'email', email: 'help@example.com' }, enableAutoAssignment: false },
  { name: 'Shop app', channel: { type: 'api' }, ...RATED },
  {
    name: 'WhatsApp',
    channel: { type: 'whatsapp', phone_number: '+447700900199', provider: 'whatsapp_cloud' },
    enableAutoAssignment: false,
  },
  { name: 'Text messages', channel: { type: 'sms', phone_number: '+12025550199' }, enableAutoAssignment: false },
  { name: 'LINE', channel: { type: 'line', line_channel_id: '1000000000' }, enableAutoAssignment: false },
];

/** Adds the inboxes of the company, with all agents as members. */
export async function makeInboxes(
  tx: Tx,
  account: AccountRecord,
  agentIds: readonly number[],
  now: Date,
): Promise<MadeInbox[]> {
  const made: MadeInbox[] = [];
  for (const inbox of INBOXES) {
    const { id } = await addInbox(tx, account, inbox, now);
    await addMembers(tx, account, id, agentIds, now);
    made.push({ id, kind: inbox.channel.type });
  }
  return made;
}
