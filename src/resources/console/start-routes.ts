import { asValue, JsonText } from '../../db/kept/json-text.ts';
import type { Config } from '../../config.ts';
import { MOST_FILES } from '../../conversations/messages/new-message.ts';
import type { Tx } from '../../db/tx.ts';
import type { Role } from '../../entities/account-user.ts';
import { notFound } from '../../errors.ts';
import { latestEventId } from '../../events/feed/read-events.ts';
import { callerIn } from '../../http/authenticate.ts';
import { permissionsOf } from '../../http/permissions.ts';
import { ok } from '../../http/routes/answer.ts';
import { USUAL_PAGE } from '../../http/routes/page.ts';
import { routes } from '../../http/routes/route.ts';
import type { Caller } from '../../http/state.ts';
import { latestMembership } from '../profile/presenter.ts';
import { listMemberships } from '../profile/queries.ts';
import { startShape } from './start/answers.ts';
import { startQuery } from './start/schema.ts';
import { showStart } from './start/show-start.ts';

export const consoleStart = routes('/start');

consoleStart.get(
  '/',
  {
    permission: 'console:read',
    summary: 'Start the console',
    description:
      'Everything that the web console shows first, in one answer: the caller, the account and its settings, counts, the first ' +
      'page of the view that the query names as `GET .../conversations` does, and with `conversation_id` that conversation ' +
      'with its newest messages. Each part is what its own operation answers, as far as the caller sees it there; inboxes are ' +
      'without secrets. `limits` has the most files of a message, and the most bytes of a file. What has happened since is in `GET .../events` after `last_event_id`. A view or a conversation that the ' +
      'caller does not have is null, and `refused` says why.',
    query: startQuery,
    answer: ok(startShape),
    mayAnswer: [404],
  },
  async ({ app, query, ctx, tx, now, publicUrl, ...asked }) => {
    const caller = await callerIn(ctx, query.account_id ?? (await latestAccountId(tx, asked.caller.id)));
    const { account } = ctx.state;
    // Before all else, so that events after it tell of whatever may be missing here.
    const lastEventId = await latestEventId(tx);
    const isTranslating = app.config.translation.url !== '';
    const shown = await showStart({ tx, account, caller, now, publicUrl, limit: USUAL_PAGE, isTranslating }, query);
    // Members alone have a role in an account, and bots do not come here.
    const role = caller.role as Role;
    return {
      last_event_id: lastEventId,
      role,
      permissions: permissionTexts(caller),
      limits: limitsOf(app.config.server),
      ...shown,
    };
  },
);

const limitsOf = ({ max_files: files, max_file_bytes: fileBytes }: Config['server']) => ({
  files: Math.min(files, MOST_FILES),
  file_bytes: fileBytes,
});

/** The account in which the user was active last, an active one if there is any. @throws AppError `not_found` without an account */
async function latestAccountId(tx: Tx, userId: number): Promise<number> {
  const memberships = await listMemberships(tx, userId);
  const active = memberships.filter(({ accountStatus }) => accountStatus === 'active');
  const latest = latestMembership(active) ?? latestMembership(memberships);
  if (!latest) throw notFound('Account');
  return latest.accountId;
}

/** What `permissionsOf` gives, as a text that is written once for each role and scope. */
function permissionTexts(caller: Pick<Caller, 'role' | 'scope'>): string[] {
  const key = `${caller.role} ${caller.scope}`;
  const text = textsOfPermissions.get(key) ?? new JsonText(JSON.stringify(permissionsOf(caller)));
  textsOfPermissions.set(key, text);
  return asValue(text);
}

const textsOfPermissions = new Map<string, JsonText>();
