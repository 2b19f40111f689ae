import type { Tx } from '../../db/tx.ts';
import { inList } from '../../db/dialect.ts';
import { type Placeholders, prepared } from '../../db/prepared.ts';
import { payloadText } from '../../events/store-payload.ts';
import { readAgentBots } from '../../records/read-agent-bots.ts';
import { readAssignees } from '../../records/read-agents.ts';
import { iso } from '../../time.ts';
import { agentBotEventBlock } from '../../wire/agent-bot-block.ts';
import { userBlock } from '../../wire/conversation-blocks.ts';
import { announceEvent, type HeardEvent, type Known } from './announce-event.ts';
import { announceNotifications } from './announce-notifications.ts';
import { announceTold, type SinglyTold } from './announce-told.ts';
import type { Announcement } from './announcement.ts';
import type { Echoes, Heard } from './heard.ts';
import { readPerformers } from './performers.ts';

/** The announcements of what was heard of an account, in the same order. */
export async function readHeard(
  tx: Tx,
  accountId: number,
  { heard, echoes }: { heard: Heard[]; echoes: Echoes },
  now: Date,
): Promise<Announcement[]> {
  const ids = heard.flatMap((one) => (one.is === 'event' ? one.id : []));
  const events = await readEvents(tx, ids);
  const typistOf = await readTypists(tx, accountId, [...events.values()], now);
  const known: Known = { typistOf, echoOf: (messageId) => echoes.get(messageId) };
  const performed = await readPerformers(tx, accountId, heard, now);
  const announced: Announcement[] = [];
  for (const one of heard) {
    const announcements = await announcementsOf(one);
    announced.push(...announcements.map((announcement) => performed(one, announcement)));
  }
  return announced;

  async function announcementsOf(one: Heard): Promise<Announcement[]> {
    if (one.is === 'event') {
      const event = events.get(one.id);
      return event ? announceEvent(event, known) : [];
    }
    if (one.is === 'notifications') return announceNotifications(tx, one, now);
    const announcement = await announceTold(tx, one satisfies SinglyTold, now);
    return announcement ? [announcement] : [];
  }
}

async function readEvents(tx: Tx, ids: number[]): Promise<Map<number, HeardEvent>> {
  if (ids.length === 0) return new Map();
  const rows = await eventsByIds(tx, { ids: JSON.stringify(ids) });
  return new Map(
    rows.map(({ id, type, accountId, createdAt, ...stored }) => [
      id,
      { id, type, accountId, createdAt: iso(createdAt), payload: payloadText(stored) },
    ]),
  );
}

const eventsByIds = prepared((db, values: Placeholders<{ ids: string }>, _: void, tx) =>
  db
    .selectFrom('events as e')
    .leftJoin('payload_layouts as l', 'l.id', 'e.layout_id')
    .where(inList(tx, 'e.id', values.ids))
    .select(['e.id', 'e.type', 'e.account_id as accountId', 'e.created_at as createdAt', 'e.payload', 'l.layout']),
);

/** The blocks of the users and bots who type in the events. */
async function readTypists(tx: Tx, accountId: number, events: HeardEvent[], now: Date): Promise<Known['typistOf']> {
  const typists = events
    .filter(({ type }) => type.startsWith('conversation_typing'))
    .map(({ payload }) => (JSON.parse(payload) as { user: { id: number; type: string } }).user);
  const idsOf = (wanted: string) => typists.flatMap(({ id, type }) => (type === wanted ? id : []));
  const [users, bots] = [idsOf('user'), idsOf('agent_bot')];
  const userBlocks = users.length > 0 ? await readAssignees(tx, [...new Set(users)], accountId) : [];
  const botBlocks = bots.length > 0 ? await readAgentBots(tx, [...new Set(bots)]) : [];
  const blocks = new Map<string, { available_name: string; avatar_url: string }>([
    ...userBlocks.map((user) => [`user ${user.id}`, userBlock(user, now)] as const),
    ...botBlocks.map((bot) => [`agent_bot ${bot.id}`, agentBotEventBlock(bot)] as const),
  ]);
  return (type, id) => blocks.get(`${type} ${id}`) ?? null;
}
