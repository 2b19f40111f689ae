import type { App } from '../app.ts';
import type { Tx } from '../db/tx.ts';
import { AppError } from '../errors.ts';
import { type Told, tell } from '../events/tell.ts';
import { findVisibleKey } from '../records/visible-inboxes.ts';
import type { Subscription } from './socket.ts';
import type { Agent } from './subscriber.ts';
import type { Subscriptions } from './subscriptions.ts';

/** Tells the team who has which conversations open. */
export type ViewingKeeper = {
  /** The member has these conversations open, by their numbers, and no others. Those that they may not see are left out. */
  view(subscription: Subscription, displayIds: readonly number[]): Promise<void>;
  /** To be called when a subscription has ended. */
  left(subscription: Subscription): void;
  /** Waits for what is being told. */
  close(): Promise<void>;
};

type AsksWhoViews = Extract<Told, { is: 'viewing' | 'who views' }>;

/** Most conversations and viewers of which a member is told at once. */
const MOST_TOLD = 200;

export function keepViewing(app: App, subscriptions: Subscriptions): ViewingKeeper {
  const telling = new Set<Promise<void>>();

  /** Whether another subscription of the member has the conversation open. */
  const isElsewhere = (than: Subscription, id: number) =>
    [...subscriptions.ofPerson(than.who)].some((one) => one !== than && one.viewed?.includes(id));

  const isOpen = (subscription: Subscription) => [...subscriptions.ofPerson(subscription.who)].includes(subscription);

  async function end({ accountId, userId }: Agent, ids: readonly number[]): Promise<void> {
    for (const conversationId of ids) {
      await tell(app.tx(), { is: 'viewing', accountId, conversationId, userId, isViewing: false });
    }
  }

  return {
    async view(subscription, displayIds) {
      const { who } = subscription;
      if (who.kind !== 'agent' || who.onlyListens) return;
      const now = await visibleKeys(app.tx(), who, displayIds);
      // The socket may have closed meanwhile: then nobody would end what is told now.
      if (!isOpen(subscription)) return;
      const { viewed } = subscription;
      const before = viewed ?? [];
      subscription.viewed = now;
      const { accountId, userId } = who;
      for (const conversationId of now.filter((id) => !before.includes(id))) {
        const asks = viewed !== undefined;
        await tell(app.tx(), {
          is: 'viewing',
          accountId,
          conversationId,
          userId,
          isViewing: true,
          ...(asks && { asks }),
        });
      }
      if (viewed === undefined) await tell(app.tx(), { is: 'who views', accountId, userId });
      if (!isOpen(subscription)) return end(who, now);
      await end(
        who,
        before.filter((id) => !now.includes(id) && !isElsewhere(subscription, id)),
      );
    },
    left(subscription) {
      const { who, viewed = [] } = subscription;
      const ended = viewed.filter((id) => !isElsewhere(subscription, id));
      if (who.kind !== 'agent' || ended.length === 0) return;
      const work = end(who, ended)
        .catch((error: unknown) => app.log.warn({ err: error }, 'who views a conversation could not be told'))
        .finally(() => telling.delete(work));
      telling.add(work);
    },
    async close() {
      await Promise.all(telling);
    },
  };
}

/**
 * Tells a member which others have conversations open, so far as they listen in this process: the conversation that the member has
 * opened, or all of them.
 */
export async function tellWhoViews(app: App, subscriptions: Subscriptions, told: AsksWhoViews): Promise<void> {
  const { accountId, userId: toUserId } = told;
  const wanted = told.is === 'viewing' ? told.conversationId : null;
  const found = new Map<string, { userId: number; conversationId: number }>();
  for (const { who, viewed = [] } of subscriptions.inAccount(accountId)) {
    if (who.kind !== 'agent' || who.userId === toUserId) continue;
    const { userId } = who;
    for (const conversationId of viewed.filter((id) => wanted === null || id === wanted)) {
      found.set(`${userId} ${conversationId}`, { userId, conversationId });
    }
  }
  for (const one of [...found.values()].slice(0, MOST_TOLD)) {
    await tell(app.tx(), { is: 'viewing', accountId, ...one, isViewing: true, toUserId });
  }
}

/** The row keys of the conversations that the member may see. */
async function visibleKeys(tx: Tx, { accountId, userId }: Agent, displayIds: readonly number[]): Promise<number[]> {
  if (displayIds.length === 0) return [];
  const member = await tx.db
    .selectFrom('account_users')
    .select('role')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!member) return [];
  const viewer = { type: 'User', id: userId, role: member.role } as const;
  const keys: number[] = [];
  for (const displayId of new Set(displayIds)) {
    const key = await findVisibleKey(tx, accountId, displayId, viewer).catch(unlessRefused);
    if (key !== null) keys.push(key);
  }
  return keys;
}

function unlessRefused(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}
