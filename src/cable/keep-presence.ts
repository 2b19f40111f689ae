import type { App } from '../app.ts';
import { askForMembers } from '../conversations/assignment/inboxes-that-wait.ts';
import { CONTACT_AFTER_MS, USER_AFTER_MS } from '../presence/durations.ts';
import { notePresence } from '../presence/note-presence.ts';
import { SECOND } from '../time.ts';
import { endFallen } from './end-fallen.ts';
import { gatherArrivals } from './gather-arrivals.ts';
import type { Subscriber } from './subscriber.ts';
import type { Subscriptions } from './subscriptions.ts';

/** How often the presence of listeners is extended; after a crash of the process, they stay online about this long. */
const RENEW_MS = 15 * SECOND;
/** Subscribers who leave within this time are written together. */
const GATHER_MS = 50;

/** Keeps subscribers online, except listeners that ask for no presence. */
export type PresenceKeeper = {
  /** Stores that the subscriber is online, before anyone is told. */
  arrived(who: Subscriber): Promise<void>;
  /** To be called when a subscription has ended. */
  left(who: Subscriber): void;
  /** Stores who has left, and ends it. */
  close(): Promise<void>;
};

/** Extends presence, and ends revoked subscriptions, even when there is nothing to send. */
export function keepPresence(app: App, subscriptions: Subscriptions): PresenceKeeper {
  let gone: Subscriber[] = [];
  let gathering: NodeJS.Timeout | undefined;
  const fail = (error: unknown) => app.log.warn({ err: error }, 'who is online could not be stored');

  async function renew(): Promise<void> {
    const now = app.now();
    for (const accountId of subscriptions.accountIds) {
      const standing = await endFallen(app, subscriptions, accountId, now);
      await note(app, accountId, standing, RENEW_MS, now);
    }
  }

  async function noteGone(): Promise<void> {
    clearTimeout(gathering);
    gathering = undefined;
    const leaving = gone.filter((who) => !isHere(subscriptions, who));
    gone = [];
    for (const [accountId, people] of Map.groupBy(leaving, (who) => who.accountId)) {
      await note(app, accountId, people, 0, app.now());
    }
  }

  const renewing = setInterval(() => void renew().catch(fail), RENEW_MS);

  return {
    arrived: gatherArrivals(async (accountId, people) => {
      const now = app.now();
      await note(app, accountId, people, RENEW_MS, now);
      await askForMembers(app.tx(), { accountId, userIds: usersOf(people) }, now);
    }),
    left(who) {
      gone.push(who);
      gathering ??= setTimeout(() => void noteGone().catch(fail), GATHER_MS);
    },
    async close() {
      clearInterval(renewing);
      await noteGone().catch(fail);
    },
  };
}

/** Whether the person has another subscription in the account by which they are online. */
function isHere(subscriptions: Subscriptions, who: Subscriber): boolean {
  return [...subscriptions.ofPerson(who)].some(
    (other) => other.who.accountId === who.accountId && !onlyListens(other.who),
  );
}

/** Stores that these people are online for `aheadMs`, plus the usual time after leaving. */
async function note(
  app: App,
  accountId: number,
  people: readonly Subscriber[],
  aheadMs: number,
  now: Date,
): Promise<void> {
  const userIds = usersOf(people);
  const contactIds = people.flatMap((who) => (who.kind === 'contact' ? who.contactId : []));
  const until = (afterMs: number) => new Date(now.getTime() + aheadMs + afterMs);
  const isEnd = aheadMs === 0;
  await notePresence(app.tx(), { accountId, userIds, contactIds: [] }, until(USER_AFTER_MS), isEnd);
  await notePresence(app.tx(), { accountId, userIds: [], contactIds }, until(CONTACT_AFTER_MS), isEnd);
}

/** The users among the subscribers whose presence counts. */
function usersOf(people: readonly Subscriber[]): number[] {
  return people.flatMap((who) => (who.kind === 'agent' && !onlyListens(who) ? who.userId : []));
}

function onlyListens(who: Subscriber): boolean {
  return who.kind === 'agent' && who.onlyListens;
}
