import type { Tx } from '../../../db/tx.ts';
import { found } from '../../../errors.ts';
import type { AccountRecord } from '../../../records/account.ts';
import type { Scoped } from '../../../records/access/token-scope.ts';
import type { Actor } from '../../../records/actor.ts';
import { countNotifications } from '../../../records/notifications/read-notifications.ts';
import { readAgents } from '../../../records/read-agents.ts';
import { findShownConversation, type ShownConversation } from '../../../records/shown/find-shown-conversation.ts';
import { visibleInboxIds } from '../../../records/visible-inboxes.ts';
import { readAccount } from '../../accounts/queries.ts';
import { countListed } from '../../conversations/lists/listed-page.ts';
import type { ListConversationsQuery } from '../../conversations/schema.ts';
import { countUnreadConversations } from '../../conversations/unread/count-unread-conversations.ts';
import { listCustomFilters } from '../../custom_filters/queries.ts';
import { listDashboardApps } from '../../dashboard_apps/queries.ts';
import { usesApp } from '../../hooks/queries.ts';
import { listInboxRows } from '../../inboxes/queries.ts';
import { listLabels } from '../../labels/queries.ts';
import { listMemberships, readUser } from '../../profile/queries.ts';
import { listTeams } from '../../teams/queries.ts';
import { readView } from './read-view.ts';
import { NOT_ASKED, type Part, partOf } from './refused.ts';
import type { StartQuery } from './schema.ts';

/** A member who starts the console in the account; `limit`: conversations on a page. */
export type Starting = {
  tx: Tx;
  account: AccountRecord;
  caller: Actor & Scoped & { credential: string };
  now: Date;
  publicUrl: string;
  limit: number;
  /** Whether the installation has a translation service. */
  isTranslating: boolean;
};

export type StartRows = Awaited<ReturnType<typeof readStart>>;

/** What the console needs first, with a fixed number of statements for accounts of any size. */
export async function readStart({ tx, account, caller, now, limit }: Starting, query: StartQuery) {
  const owner = { accountId: account.id, userId: caller.id };
  const inboxIds = await visibleInboxIds(tx, account.id, caller);
  const [own, ofAccount, conversations] = await tx.together((tx) => {
    const asking = { tx, account, caller, now };
    return [
      tx.together((tx) => [
        readUser(tx, caller.id),
        listMemberships(tx, caller.id),
        listTeams(tx, owner, null),
        listCustomFilters(tx, owner, 'conversation', null),
        countNotifications(tx, owner),
      ]),
      tx.together((tx) => [
        readAccount(tx, account.id),
        listInboxRows(tx, account.id, inboxIds, null),
        listLabels(tx, account.id, null),
        readAgents(tx, account.id),
        listDashboardApps(tx, account.id, null),
        usesApp(tx, account.id, 'google_translate'),
      ]),
      tx.together((tx) => [
        isUsualView(query) ? Promise.resolve(null) : countListed({ ...asking, tx }, OPEN_ONES, { number: 1 }),
        countUnreadConversations(tx, account.id, inboxIds),
        partOf(() => readView({ ...asking, tx }, query, limit)),
        query.conversation_id === undefined
          ? Promise.resolve<Part<ShownConversation>>(NOT_ASKED)
          : findOpened(asking, query.conversation_id),
      ]),
    ];
  });
  const [user, memberships, teams, customViews, notifications] = own;
  const [accountRow, inboxes, labels, members, dashboardApps, usesGoogle] = ofAccount;
  const [counted, unread, view, opened] = conversations;
  // The counts of the usual view are those of all open conversations, and nothing refuses it.
  const counts = counted ?? found(view.value, 'Conversations').meta;
  return {
    user,
    memberships,
    teams,
    customViews,
    notifications,
    accountRow,
    inboxes,
    labels,
    members,
    dashboardApps,
    usesGoogle,
    counts,
    unread,
    view,
    opened,
  };
}

/** Whether the query names no view, or only its order. */
function isUsualView(query: StartQuery): boolean {
  return Object.entries(query).every(([name, value]) => value === undefined || NO_FILTERS.has(name));
}

const NO_FILTERS = new Set(['account_id', 'conversation_id', 'sort_by']);

/** As a list without a query. */
const OPEN_ONES: ListConversationsQuery = { sort_by: 'last_activity_at_desc' };

function findOpened(
  { tx, account, caller }: Pick<Starting, 'tx' | 'account' | 'caller'>,
  displayId: number,
): Promise<Part<ShownConversation>> {
  return partOf(() => findShownConversation(tx, account.id, displayId, caller));
}
