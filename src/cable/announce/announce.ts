import type { App } from '../../app.ts';
import { faultOf } from '../../db/faults.ts';
import { type Allowed, readAllowed } from '../allowed.ts';
import type { Announcement, ContactAudience, TeamAudience } from './announcement.ts';
import type { Echoes, Heard } from './heard.ts';
import { messageFrame } from '../protocol.ts';
import { readHeard } from './read-heard.ts';
import { reassignContacts } from './reassign-contacts.ts';
import { endFallen } from '../end-fallen.ts';
import { tellWhoViews } from '../keep-viewing.ts';
import type { Subscription } from '../socket.ts';
import type { Subscriptions } from '../subscriptions.ts';
import type { Subscriber } from '../subscriber.ts';
import { isSecretInChannel, maskSourceIds } from '../../wire/mask-source-ids.ts';

/** Announces changes to the listeners of an account, and ends revoked subscriptions. */
export async function announce(
  app: App,
  subscriptions: Subscriptions,
  accountId: number,
  told: { heard: Heard[]; echoes: Echoes },
): Promise<void> {
  const now = app.now();
  const hasHeard = (kind: Heard['is']) => told.heard.some(({ is }) => is === kind);
  if (hasHeard('contact merged')) await reassignContacts(app, subscriptions, accountId);
  if (hasHeard('access ended')) await endFallen(app, subscriptions, accountId, now);
  for (const one of told.heard) {
    if (one.is === 'who views' || (one.is === 'viewing' && one.asks)) await tellWhoViews(app, subscriptions, one);
  }
  const announcements = await readEach(app, accountId, told, now);
  const listening = [...subscriptions.inAccount(accountId)].filter((subscription) =>
    announcements.some((announcement) => mayConcern(announcement, subscription)),
  );
  // Read after the changes: who has lost the right to listen by then hears of none of them.
  const allowed = await readAllowed(app.tx(), accountId, listening, now);
  const standing = listening.filter((subscription) => {
    const stands = allowed.stands(subscription);
    if (!stands) subscriptions.end(subscription);
    return stands;
  });
  const sockets = new Set(standing.map(({ socket }) => socket));
  for (const socket of sockets) socket.gather();
  try {
    for (const announcement of announcements) {
      tell(
        announcement,
        standing.filter((subscription) => hears(announcement, subscription, allowed)),
        allowed,
      );
    }
  } finally {
    for (const socket of sockets) socket.release();
  }
}

/** The announcements, read singly. Unreadable ones are left out and logged, unless all are unreadable. */
async function readEach(
  app: App,
  accountId: number,
  { heard, echoes }: { heard: Heard[]; echoes: Echoes },
  now: Date,
): Promise<Announcement[]> {
  try {
    return await readHeard(app.tx(), accountId, { heard, echoes }, now);
  } catch (error) {
    if (faultOf(error) !== null) throw error;
    if (heard.length === 1) {
      const [{ is, ...one }] = heard as [Heard];
      app.log.error({ err: error, is, accountId, ...('id' in one && { id: one.id }) }, 'a change could not be told');
      return [];
    }
  }
  const announcements: Announcement[] = [];
  for (const one of heard) announcements.push(...(await readEach(app, accountId, { heard: [one], echoes }, now)));
  return announcements;
}

/** Whether the subscription is of the side that is told. */
function mayConcern({ team, contact }: Announcement, { who }: Subscription): boolean {
  if (who.kind === 'agent') return team !== null;
  return contact !== null && (who.contactInboxId === contact.contactInboxId || who.contactId === contact.contactId);
}

function hears({ team, contact }: Announcement, { who }: Subscription, allowed: Allowed): boolean {
  if (who.kind === 'agent') return team !== null && hearsInTeam(team, who.userId, allowed);
  return contact !== null && hearsAsContact(contact, who.contactInboxId, allowed);
}

function hearsInTeam(audience: TeamAudience, userId: number, allowed: Allowed): boolean {
  const { inboxId, userIds, teamMemberIds = [], exceptUserId } = audience;
  if (userId === exceptUserId || userIds?.includes(userId) === false) return false;
  return inboxId === null || allowed.sees(userId, inboxId) || teamMemberIds.includes(userId);
}

function hearsAsContact(audience: ContactAudience, contactInboxId: number, allowed: Allowed): boolean {
  if (contactInboxId === audience.contactInboxId) return true;
  const own = allowed.contactInbox(contactInboxId);
  return audience.isVerified && own?.isVerified === true && own.contactId === audience.contactId;
}

/** Sends it; its JSON is made once for each side. */
function tell({ accountId, event, team, contact }: Announcement, listeners: Subscription[], allowed: Allowed): void {
  const sides = {
    agent: () => team?.data,
    outsider: () => maskSourceIds(team?.data),
    contact: () => contact?.data,
    unknown: () => contact?.dataForUnknown ?? contact?.data,
  };
  const texts: { [Side in keyof typeof sides]?: string } = {};
  for (const { socket, identifier, who } of listeners) {
    const side = sideOf(who, team, allowed);
    const data = texts[side] === undefined ? sides[side]() : undefined;
    if (data) texts[side] = JSON.stringify({ event, data: { ...data, account_id: accountId } });
    if (texts[side] !== undefined) socket.send(messageFrame(identifier, texts[side]));
  }
}

/** An outsider is a user who is not shown the source ids of the contact. */
function sideOf(who: Subscriber, team: TeamAudience | null, { sees, contactInbox }: Allowed) {
  if (who.kind === 'contact') return contactInbox(who.contactInboxId)?.isKnown ? 'contact' : 'unknown';
  if (!team?.contactIn || !isSecretInChannel(team.contactIn.channel)) return 'agent';
  return who.onlyListens || !sees(who.userId, team.contactIn.inboxId) ? 'outsider' : 'agent';
}
