import type { Server } from 'node:http';
import Koa from 'koa';
import type { App } from './app.ts';
import { page } from './http/routes/answer.ts';
import { authenticate, recognize } from './http/authenticate.ts';
import { body } from './http/body/body.ts';
import { errors, signInErrors } from './http/errors.ts';
import { findRoute } from './http/routes/find-route.ts';
import { health } from './http/health.ts';
import { mount, type MountedRoute } from './http/routes/mount.ts';
import { noteLoops } from './http/note-loops.ts';
import { documentation } from './http/openapi/routes.ts';
import { limitAddresses, limitCallers, rateLimits } from './http/rate-limit.ts';
import { refusingServer } from './http/refusals.ts';
import { request, spelling } from './http/request.ts';
import type { State } from './http/state.ts';
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
  koa.silent = true;
  koa.use(request(app));
  koa.use(errors);
  koa.use(spelling);
  koa.use(findRoute(allRoutes(app, sinceTick)));
  return refusingServer(koa.callback(), app.log);
}

/** Every route with the middleware before it. */
export function allRoutes(app: App, sinceTick: (() => number) | null = null): MountedRoute[] {
  const limits = rateLimits(app.config);
  const { signups_per_half_hour: signups, sign_ins_per_half_hour: tries } = app.config.rate_limit;
  const callers = authenticate(limits);
  const visitors = recognize(limits);
  // Bodies are read after the caller is known, so that files of unknown callers are not written to disk.
  const forms = body(app);
  const plainForms = body(app, { files: false });
  const signUpLimit = limitAddresses('POST', { most: signups, minutes: 30 });
  const guesses = { most: tries, minutes: 30 };
  // Each call makes a limit that counts separately.
  const guessLimit = () => limitAddresses('POST', guesses);
  const isOpen = { readsBody: true, isLimited: true };

  const all: MountedRoute[] = [
    ...mount(
      { path: '', before: [] },
      health(app, sinceTick),
      documentation(app, () => all),
      files,
    ),

    ...mount({ path: '/auth', before: [signInErrors, visitors, guessLimit(), plainForms], ...isOpen }, signIns),
    ...mount({ path: '/auth', before: [signInErrors, visitors, guessLimit(), plainForms], ...isOpen }, passwords),
    ...mount({ path: '/auth', before: [signInErrors, callers], needsCaller: true }, sessions),
    ...mount(
      { path: '/app/auth', before: [...passwordPages.before, visitors, plainForms], ...isOpen, refusesAs: page },
      passwordPages,
    ),
    ...mount({ path: '/api/v1/auth', before: [visitors, plainForms], ...isOpen }, saml),

    ...mount(
      {
        path: '/api/v1',
        before: [callers, forms, limitCallers(triesPassword, guesses)],
        needsCaller: true,
        readsBody: true,
      },
      profile,
    ),
    ...mount({ path: '/api/v1', before: [visitors, signUpLimit, plainForms], ...isOpen }, signUps),
    ...mount(
      {
        path: '/api/v1/accounts/:account_id',
        before: [callers, forms, noteLoops(stopLoop)],
        needsCaller: true,
        readsBody: true,
        keepsAnswers: true,
      },
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
    ),

    ...mount(
      { path: '/survey', before: [...surveyPages.before, visitors, plainForms], ...isOpen, refusesAs: page },
      surveyPages,
    ),
    ...mount({ path: '/public/api/v1', before: [visitors, plainForms], ...isOpen }, publicSurveys),
    ...mount(
      { path: '/platform/api/v1', before: [authenticate(limits, 'platform')], needsCaller: true },
      platformUsers,
    ),
  ];
  return all;
}
