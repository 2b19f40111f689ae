import { object, text } from '../../fields.ts';
import { guardedPage } from '../../http/guarded-page.ts';
import { htmlPage } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { fillPage, pagePolicy } from '../../templates.ts';

const pages = routes('');

/** A page at each address that mails, threads and sign-ins lead to. */
const shown = {
  permission: 'docs:read',
  answer: htmlPage,
  description:
    'Mails, threads at Slack and sign-ins lead here. The page says where to go on, since there is no web interface for agents yet.',
} as const;

const WHERE_TO_ANSWER =
  'This server has no web interface for agents yet. The team answers in Chatwoot’s app for phones with the address of this server, in a thread at Slack, or with programs that use the API.';

pages.get('/', { ...shown, summary: 'Show where the team works' }, () => notice('Parley', [WHERE_TO_ANSWER]));

pages.get(
  '/login',
  {
    ...shown,
    summary: 'Show where to sign in',
    query: object({ error: text(), email: text(), sso_auth_token: text() }),
  },
  ({ query: { error, sso_auth_token: token } }) => {
    if (error) return notice('Signing in was refused', [REASONS.get(error) ?? `The reason: ${error}`, WHERE_TO_ANSWER]);
    const how = token
      ? 'This link signs in once, within five minutes, in an app that knows this server.'
      : 'Sign in with your e-mail address and password in the app that you use.';
    return notice('Sign in', [how, WHERE_TO_ANSWER]);
  },
);

pages.get('/setup', { ...shown, summary: 'Show where the first account is made' }, () =>
  notice('Make the first account', [
    'The first account is made with the token in this address, once: POST /app/setup, or "parley create-account" on the machine of the server.',
  ]),
);

const REASONS = new Map([['access-denied', 'You have no access, or have cancelled the sign-in.']]);

pages.get(
  '/login/sso',
  {
    ...shown,
    summary: 'Show where single sign-on leads',
    query: object({ error: text(), sso_auth_token: text(), email: text() }),
  },
  ({ query: { error } }) =>
    notice(error ? 'Signing in was refused' : 'You are signed in', [error ? `The reason: ${error}` : WHERE_TO_ANSWER]),
);

pages.get(
  '/accounts/:account_id/conversations/:conversation_id',
  { ...shown, summary: 'Show where a conversation is' },
  ({ params: { account_id: account, conversation_id: number } }) =>
    notice(`Conversation ${number}`, [
      `You were told of conversation ${number} in account ${account}.`,
      WHERE_TO_ANSWER,
      `For programs: GET /api/v1/accounts/${account}/conversations/${number}`,
    ]),
);

const CONNECTED = 'You can close this page: the connection is made, and needs nothing more here.';

pages.get(
  '/accounts/:account_id/onboarding/inbox-setup',
  { ...shown, summary: 'Show that an account is connected' },
  () => notice('Connected', [CONNECTED]),
);

pages.get(
  '/accounts/:account_id/settings/integrations/:provider',
  { ...shown, summary: 'Show that an integration is connected' },
  ({ params: { provider } }) => notice(`Connected with ${provider}`, [CONNECTED]),
);

pages.get(
  '/accounts/:account_id/settings/inboxes/:inbox_id',
  { ...shown, summary: 'Show that a mailbox is connected again' },
  ({ params: { inbox_id: inbox } }) => notice(`Inbox ${inbox} is connected`, [CONNECTED]),
);

pages.get(
  '/accounts/:account_id/settings/inboxes/new/:inbox_id/agents',
  { ...shown, summary: 'Show that a mailbox is connected' },
  ({ params: { account_id: account, inbox_id: inbox } }) =>
    notice(`Inbox ${inbox} is connected`, [
      CONNECTED,
      `Agents see the inbox once they are members: POST /api/v1/accounts/${account}/inbox_members`,
    ]),
);

/** The page with a title and a few lines. */
function notice(title: string, lines: string[]): Promise<string> {
  return fillPage('notice', { title, lines });
}

export const consolePages = Object.assign(pages, { before: [guardedPage(() => pagePolicy('notice'))] });
