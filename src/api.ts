import type { Server } from 'node:http';
import Koa from 'koa';
import type { App } from './app.ts';
import { htmlPage } from './http/routes/answer.ts';
import { errors, logCutOff, signInErrors } from './http/errors.ts';
import { findRoute } from './http/routes/find-route.ts';
import { health } from './http/health.ts';
import { type MountedRoute, mountIn } from './http/routes/mount.ts';
import { noteLoops } from './http/note-loops.ts';
import { documentation } from './http/openapi/routes.ts';
import { limitAddresses, limitCallers } from './http/rate-limit.ts';
import { refusingServer } from './http/refusals.ts';
import { request, spelling } from './http/request.ts';
import type { Ctx, State } from './http/state.ts';
import { keepHeaders } from './http/write-answer.ts';
import { accounts } from './resources/accounts/routes.ts';
import { signUps } from './resources/accounts/public-routes.ts';
import { agentBots } from './resources/agent_bots/routes.ts';
import { agents } from './resources/agents/routes.ts';
import { assignableAgents } from './resources/assignable_agents/routes.ts';
import { passwordPages, passwords, saml, sessions, signIns } from './resources/auth/routes.ts';
import { authorizations } from './resources/authorizations/routes.ts';
import { campaigns } from './resources/campaigns/routes.ts';
import { cannedResponses } from './resources/canned_responses/routes.ts';
import { contacts } from './resources/contacts/routes.ts';
import { conversations } from './resources/conversations/routes.ts';
import { publicSurveys, surveyPages } from './resources/csat_survey_responses/public-routes.ts';
import { csatSurveyResponses } from './resources/csat_survey_responses/routes.ts';
import { customAttributeDefinitions } from './resources/custom_attribute_definitions/routes.ts';
import { customFilters } from './resources/custom_filters/routes.ts';
import { dashboardApps } from './resources/dashboard_apps/routes.ts';
import { files } from './resources/files/routes.ts';
import { inboxMembers } from './resources/inbox_members/routes.ts';
import { inboxes } from './resources/inboxes/routes.ts';
import { labels } from './resources/labels/routes.ts';
import { messages } from './resources/messages/routes.ts';
import { notes } from './resources/notes/routes.ts';
import { profile, triesPassword } from './resources/profile/routes.ts';
import { teams } from './resources/teams/routes.ts';
import { platformUsers } from './resources/users/platform-routes.ts';
import { stopLoop } from './resources/webhooks/stop-loop.ts';
import { webhooks } from './resources/webhooks/routes.ts';

/**
 * The HTTP server with all middleware and routes, in the order in which a request passes them. `sinceTick` gives the
 * milliseconds since the scheduler last ticked; null = this process runs no scheduler.
 */
export function api(app: App, sinceTick: (() => number) | null = null): Server {
  // Only the last address in X-Forwarded-For is set by the proxy; earlier ones come from the client.
  const koa = new Koa<State>({ proxy: app.config.server.trust_proxy, maxIpsCount: 1 });
  koa.on('error', (error: Error, ctx?: Ctx) => logCutOff(app.log, error, ctx?.state.requestId));
  keepHeaders(koa);
  koa.use(request(app));
  koa.use(errors);
  koa.use(spelling);
  koa.use(findRoute(allRoutes(app, sinceTick)));
  return refusingServer(koa.callback(), app.log);
}

/** The resources of accounts. */
const OF_ACCOUNTS = [
  accounts,
  agents,
  agentBots,
  assignableAgents,
  authorizations,
  campaigns,
  cannedResponses,
  contacts,
  conversations,
  csatSurveyResponses,
  customAttributeDefinitions,
  customFilters,
  dashboardApps,
  inboxMembers,
  inboxes,
  labels,
  messages,
  notes,
  teams,
  webhooks,
];

/** Where callers are known, and where anyone may call. */
const KNOWN = { caller: 'application', readsBody: true } as const;
const OPEN = { caller: 'anyone', readsBody: true } as const;

/** Every route with what its requests pass before it. */
export function allRoutes(app: App, sinceTick: (() => number) | null = null): MountedRoute[] {
  const mount = mountIn(app);
  const { signups_per_half_hour: signups, sign_ins_per_half_hour: tries } = app.config.rate_limit;
  const guesses = { most: tries, minutes: 30 };
  // Each call makes a limit that counts separately.
  const limitGuesses = () => limitAddresses('POST', guesses);
  const asPages = { ...OPEN, refusesAs: htmlPage };
  const auth = { path: '/auth', first: [signInErrors] };

  const all: MountedRoute[] = [
    ...mount(
      { path: '', caller: null, readsBody: false },
      health(app, sinceTick),
      documentation(app, () => all),
      files,
    ),

    ...mount({ ...auth, ...OPEN, limit: limitGuesses() }, signIns),
    ...mount({ ...auth, ...OPEN, limit: limitGuesses() }, passwords),
    ...mount({ ...auth, caller: 'application', readsBody: false }, sessions),
    ...mount({ path: '/app/auth', ...asPages, first: passwordPages.before }, passwordPages),
    ...mount({ path: '/api/v1/auth', ...OPEN }, saml),

    ...mount({ path: '/api/v1', ...KNOWN, last: [limitCallers(triesPassword, guesses)] }, profile),
    ...mount({ path: '/api/v1', ...OPEN, limit: limitAddresses('POST', { most: signups, minutes: 30 }) }, signUps),
    ...mount(
      { path: '/api/v1/accounts/:account_id', ...KNOWN, last: [noteLoops(stopLoop)], keepsAnswers: true },
      ...OF_ACCOUNTS,
    ),

    ...mount({ path: '/survey', ...asPages, first: surveyPages.before }, surveyPages),
    ...mount({ path: '/public/api/v1', ...OPEN }, publicSurveys),
    ...mount({ path: '/platform/api/v1', caller: 'platform', readsBody: false }, platformUsers),
  ];
  return all;
}
