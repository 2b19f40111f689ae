import { textOfRows } from '../../../db/kept/text-of-rows.ts';
import { agentBlock } from '../../../wire/agent-block.ts';
import type { Shown } from '../../../wire/shape.ts';
import { presentAccount } from '../../accounts/presenter.ts';
import type { conversationListShape } from '../../conversations/answers.ts';
import type { ListedPage } from '../../conversations/lists/listed-page.ts';
import { showConversation, showConversations } from '../../conversations/show-conversation.ts';
import { presentUnreadCounts } from '../../conversations/unread/presenter.ts';
import { presentCustomFilter } from '../../custom_filters/presenter.ts';
import { presentDashboardApp } from '../../dashboard_apps/presenter.ts';
import { toInbox } from '../../inboxes/queries.ts';
import { showInbox } from '../../inboxes/show-inbox.ts';
import { presentLabel } from '../../labels/presenter.ts';
import { showMessagesPage, USUAL_MESSAGES } from '../../messages/show-messages.ts';
import { presentMembership, presentProfile } from '../../profile/presenter.ts';
import { presentTeam } from '../../teams/presenter.ts';
import type { startShape } from './answers.ts';
import { readStart, type Starting, type StartRows } from './read-start.ts';
import type { StartQuery } from './schema.ts';

type Start = Shown<typeof startShape>;

/** What the console shows first. Each part is what the operation answers that has only this part. */
export async function showStart(
  starting: Starting,
  query: StartQuery,
): Promise<Omit<Start, 'last_event_id' | 'role' | 'permissions' | 'limits'>> {
  const rows = await readStart(starting, query);
  const { view, opened } = rows;
  const conversation = opened.value && (await showConversation(starting, opened.value));
  const messages = opened.value && (await showMessagesPage(starting, query.conversation_id ?? 0, opened.value, NEWEST));
  return {
    ...presentSettings(starting, rows),
    counts: {
      meta: rows.counts,
      unread: textOfRows([rows.unread], '', starting.now, () => presentUnreadCounts(rows.unread)),
    },
    notifications: { unread_count: rows.notifications.unreadCount },
    can_translate: starting.isTranslating || rows.usesGoogle,
    conversations: view.value && (await showPage(starting, view.value)),
    conversation,
    messages,
    refused: { conversations: view.refusal, conversation: opened.refusal },
  };
}

const NEWEST = { before: null, after: null, publicOnly: false, offset: 0, limit: USUAL_MESSAGES };

async function showPage(starting: Starting, { list, meta }: ListedPage): Promise<Shown<typeof conversationListShape>> {
  return { data: { meta, payload: await showConversations(starting, list) } };
}

/** The parts that rarely change, as texts that are stored with their rows. */
function presentSettings({ tx, account, caller, now, publicUrl }: Starting, rows: StartRows) {
  const { user, memberships, accountRow, inboxes, labels, members, teams, customViews, dashboardApps } = rows;
  const { credential, scope } = caller;
  // The console stores what it has shown in the browser: secrets do not belong there.
  const withoutSecrets = { tx, caller: { role: 'agent', scope }, publicUrl };
  return {
    user: textOfRows([user, memberships], credential, now, (now) => presentProfile(user, memberships, credential, now)),
    accounts: textOfRows([memberships], '', now, (now) => memberships.map((one) => presentMembership(one, now))),
    account: textOfRows([accountRow], '', now, () => presentAccount(accountRow)),
    inboxes: textOfRows([inboxes], `${scope} ${publicUrl}`, now, () =>
      inboxes.map((row) => showInbox(withoutSecrets, toInbox(row))),
    ),
    labels: textOfRows([labels], '', now, () => labels.map(presentLabel)),
    members: textOfRows([members], '', now, (now) => members.map((member) => agentBlock(member, account.id, now))),
    teams: textOfRows([teams], '', now, () => teams.map(presentTeam)),
    custom_views: textOfRows([customViews], '', now, () => customViews.map(presentCustomFilter)),
    dashboard_apps: textOfRows([dashboardApps], '', now, () => dashboardApps.map(presentDashboardApp)),
  };
}
