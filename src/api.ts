import type { Server } from 'node:http';
import Koa from 'koa';
import { SECOND } from './time.ts';
import type { App } from './app.ts';
import { isForCable } from './cable/open-cable.ts';
import { cable } from './cable/routes.ts';
import { crossOrigin } from './http/cross-origin.ts';
import { customDomains } from './http/pages/custom-domains.ts';
import { htmlPage } from './http/routes/answer.ts';
import { errors, logCutOff, signInErrors } from './http/errors.ts';
import { findRoute } from './http/routes/find-route.ts';
import { health } from './http/health/routes.ts';
import { type MountedRoute, mountIn } from './http/routes/mount.ts';
import { noteLoops } from './http/note-loops.ts';
import { documentation } from './http/docs/routes.ts';
import { limitHalfOpen } from './http/limits/limit-half-open.ts';
import { limitUnproven } from './http/limits/limit-unproven.ts';
import { limitAccounts, limitAddresses, limitCallers, limitRefused } from './http/rate-limit.ts';
import { refusingServer } from './http/refusals.ts';
import { filesForBrowsers } from './http/pages/for-browsers.ts';
import { refuseUnusable } from './http/health/refuse-unusable.ts';
import { readinessOf } from './http/health/readiness.ts';
import { request, spelling } from './http/request.ts';
import { enterWidgetByBody } from './http/widget/enter-widget.ts';
import { beforeStartPage, startPage } from './http/health/start-page.ts';
import type { Ctx, State } from './http/state.ts';
import { keepHeaders } from './http/write-answer.ts';
import { accessTokens } from './resources/access_tokens/routes.ts';
import { platformAccountUsers } from './resources/account_users/platform-routes.ts';
import { platformAccounts } from './resources/accounts/platform-routes.ts';
import { accounts } from './resources/accounts/routes.ts';
import { shortSignUps, signUps } from './resources/accounts/public-routes.ts';
import { platformBots } from './resources/agent_bots/platform-routes.ts';
import { agentCapacityPolicies } from './resources/agent_capacity_policies/routes.ts';
import { agentBots } from './resources/agent_bots/routes.ts';
import { agents } from './resources/agents/routes.ts';
import { assignableAgents } from './resources/assignable_agents/routes.ts';
import { assignmentPolicies, inboxPolicy } from './resources/assignment_policies/routes.ts';
import { auditLogs } from './resources/audit_logs/routes.ts';
import {
  confirmations,
  passwordPages,
  passwords,
  resentConfirmations,
  sessions,
  signIns,
} from './resources/auth/routes.ts';
import { authorizationCallbacks } from './resources/authorizations/public-routes.ts';
import { authorizations } from './resources/authorizations/routes.ts';
import { automationRules } from './resources/automation_rules/routes.ts';
import { bulkActions } from './resources/bulk_actions/routes.ts';
import { campaigns } from './resources/campaigns/routes.ts';
import { cannedResponses } from './resources/canned_responses/routes.ts';
import { publicContacts } from './resources/contacts/public-routes.ts';
import { contacts } from './resources/contacts/routes.ts';
import { publicConversations } from './resources/conversations/public-routes.ts';
import { consoleApps } from './resources/console/app-routes.ts';
import { consoleFiles } from './resources/console/file-routes.ts';
import { consoleMails } from './resources/console/mail-routes.ts';
import { consolePages } from './resources/console/page-routes.ts';
import { consoleStart } from './resources/console/start-routes.ts';
import { conversations } from './resources/conversations/routes.ts';
import { publicSurveys, surveyPages } from './resources/csat_survey_responses/public-routes.ts';
import { csatSurveyResponses } from './resources/csat_survey_responses/routes.ts';
import { customAttributeDefinitions } from './resources/custom_attribute_definitions/routes.ts';
import { customFilters } from './resources/custom_filters/routes.ts';
import { dashboardApps } from './resources/dashboard_apps/routes.ts';
import { directUploadContents, directUploads } from './resources/direct_uploads/routes.ts';
import { draftMessages } from './resources/draft_messages/routes.ts';
import { events } from './resources/events/routes.ts';
import { files } from './resources/files/routes.ts';
import { findPathAt } from './resources/hc/find-public-portal.ts';
import { helpCentrePages } from './resources/hc/routes.ts';
import { inboxMembers } from './resources/inbox_members/routes.ts';
import { publicInbox } from './resources/inboxes/public-routes.ts';
import { inboxes } from './resources/inboxes/routes.ts';
import { integrationCallbacks } from './resources/integrations/public-routes.ts';
import { integrations } from './resources/integrations/routes.ts';
import { labels } from './resources/labels/routes.ts';
import { publicMessages } from './resources/messages/public-routes.ts';
import { liveReports } from './resources/live_reports/routes.ts';
import { macros } from './resources/macros/routes.ts';
import { messages } from './resources/messages/routes.ts';
import { mfa } from './resources/mfa/routes.ts';
import { metrics } from './resources/metrics/routes.ts';
import { notes } from './resources/notes/routes.ts';
import { notificationSettings } from './resources/notification_settings/routes.ts';
import { notificationSubscriptions } from './resources/notification_subscriptions/routes.ts';
import { notifications } from './resources/notifications/routes.ts';
import { portals } from './resources/portals/routes.ts';
import { profile, triesPassword } from './resources/profile/routes.ts';
import { handedMails, providerCallbacks } from './resources/provider_callbacks/public-routes.ts';
import { privacy } from './resources/privacy/routes.ts';
import { reportingEvents } from './resources/reporting_events/routes.ts';
import { reports } from './resources/reports/routes.ts';
import { samlSettings } from './resources/saml_settings/routes.ts';
import { search } from './resources/search/routes.ts';
import { userSessions } from './resources/sessions/routes.ts';
import { setup } from './resources/setup/routes.ts';
import { google, oidc, saml, samlLogin } from './resources/single_sign_on/routes.ts';
import { summaryReports } from './resources/summary_reports/routes.ts';
import { teams } from './resources/teams/routes.ts';
import { upload } from './resources/upload/routes.ts';
import { packs } from './resources/packs/routes.ts';
import { widgetPages } from './resources/widget_pages/routes.ts';
import { platformUsers } from './resources/users/platform-routes.ts';
import { stopLoop } from './resources/webhooks/stop-loop.ts';
import { webhooks } from './resources/webhooks/routes.ts';
import { widget } from './resources/widget/routes.ts';
import { yearInReview } from './resources/year_in_review/routes.ts';

/**
 * The HTTP server with all middleware and routes, in the order in which a request passes them. `sinceTick` gives the
 * milliseconds since the scheduler last ticked; null = this process runs no scheduler. `isLeaving` says whether the server is
 * about to stop.
 */
export function api(app: App, sinceTick: (() => number) | null = null, isLeaving = () => false): Server {
  // Only the last address in X-Forwarded-For is set by the proxy; earlier ones come from the client.
  const koa = new Koa<State>({ proxy: app.config.server.trust_proxy, maxIpsCount: 1 });
  koa.on('error', (error: Error, ctx?: Ctx) => logCutOff(app.log, error, ctx?.state.requestId));
  keepHeaders(koa);
  koa.use(request(app));
  koa.use(crossOrigin);
  koa.use(errors);
  koa.use(refuseUnusable(app));
  koa.use(spelling);
  const all = allRoutes(app, sinceTick, isLeaving);
  koa.use(customDomains(all, findPathAt));
  koa.use(findRoute(all, app.counts));
  const { trust_proxy: isBehindProxy, half_open_connections: most } = app.config.server;
  const times = isBehindProxy ? {} : OF_CLIENTS;
  const server = refusingServer(koa.callback(), app.log, { shouldUpgradeCallback: isForCable, ...times });
  // All connections of a proxy are from its address, and it may open them before there are requests.
  if (!isBehindProxy && most > 0) limitHalfOpen(server, most);
  return server;
}

/** How long clients may take to send the head of a request, and how often that is looked at. */
const OF_CLIENTS = { headersTimeout: 15 * SECOND, connectionsCheckingInterval: 5 * SECOND };

/** The resources of accounts. */
const OF_ACCOUNTS = [
  accounts,
  agents,
  agentBots,
  agentCapacityPolicies,
  assignableAgents,
  assignmentPolicies,
  auditLogs,
  authorizations,
  automationRules,
  bulkActions,
  campaigns,
  cannedResponses,
  contacts,
  conversations,
  csatSurveyResponses,
  customAttributeDefinitions,
  customFilters,
  dashboardApps,
  draftMessages,
  events,
  inboxMembers,
  inboxes,
  inboxPolicy,
  integrations,
  labels,
  macros,
  messages,
  notes,
  portals,
  privacy,
  reportingEvents,
  samlSettings,
  search,
  notificationSettings,
  notifications,
  teams,
  webhooks,
];

/** Where callers are known, and where anyone may call. */
const KNOWN = { caller: 'application', readsBody: true } as const;
const OPEN = { caller: 'anyone', readsBody: true } as const;

/** Every route with its middleware. */
export function allRoutes(app: App, sinceTick: (() => number) | null = null, isLeaving = () => false): MountedRoute[] {
  const mount = mountIn(app);
  const { signups_per_half_hour: signups, sign_ins_per_half_hour: tries } = app.config.rate_limit;
  const { unproven_callbacks_per_minute: unproven } = app.config.rate_limit;
  const uploads = { most: app.config.rate_limit.uploads_per_hour, minutes: 60 };
  const limitUploads = limitAccounts('POST', uploads);
  const guesses = { most: tries, minutes: 30 };
  // Each call makes a limit that counts separately.
  const limitGuesses = () => limitAddresses('POST', guesses);
  const limitSignUps = limitAddresses('POST', { most: signups, minutes: 30 });
  const limitSignIns = limitRefused(guesses);
  const limitPasswords = limitCallers(triesPassword, guesses);
  const readiness = readinessOf(app, sinceTick, isLeaving);
  const asPages = { ...OPEN, refusesAs: htmlPage };
  const auth = { path: '/auth', first: [signInErrors] };

  const all: MountedRoute[] = [
    ...mount(
      { path: '', caller: null, readsBody: false },
      health(readiness),
      documentation(app, () => all),
      files,
      packs,
    ),
    ...mount({ path: '', caller: null, readsBody: false, limit: limitUnproven(guesses) }, metrics),
    ...mount({ path: '', caller: null, readsBody: false, first: beforeStartPage }, startPage(readiness)),
    ...mount({ path: '', caller: null, readsBody: false }, filesForBrowsers),
    ...mount({ path: '/app', caller: null, readsBody: false, first: consolePages.before }, consolePages),
    ...mount({ path: '/app', caller: null, readsBody: false }, consoleFiles),
    ...mount({ path: '/app', ...OPEN, limit: limitGuesses() }, setup),
    ...mount({ path: '', ...asPages, first: widgetPages.before }, widgetPages),
    ...mount({ path: '', ...asPages, first: authorizationCallbacks.before }, authorizationCallbacks),

    ...mount({ ...auth, ...OPEN, limit: limitGuesses() }, signIns),
    ...mount({ ...auth, ...OPEN, limit: limitGuesses() }, passwords),
    ...mount({ ...auth, ...OPEN, limit: limitGuesses() }, confirmations),
    ...mount({ path: '', ...OPEN, limit: limitGuesses() }, resentConfirmations),
    ...mount({ path: '/auth', ...asPages, first: oidc.before, limit: limitSignIns }, oidc, google),
    // Where Chatwoot has Google send browsers back to.
    ...mount({ path: '/omniauth', ...asPages, first: google.before, limit: limitSignIns }, google),
    ...mount({ path: '/auth', ...asPages, first: saml.before, limit: limitSignIns }, saml),
    ...mount({ ...auth, caller: 'application', readsBody: false }, sessions),
    ...mount({ path: '/app/auth', ...asPages, first: passwordPages.before }, passwordPages),
    ...mount({ path: '/api/v1/auth', ...OPEN, limit: limitGuesses() }, samlLogin),

    ...mount({ path: '/app', caller: 'application', readsBody: false }, consoleStart),
    ...mount(
      { path: '/app/accounts/:account_id', caller: 'application', readsBody: false, first: consoleApps.before },
      consoleApps,
    ),
    ...mount(
      { path: '/app/accounts/:account_id', caller: 'application', readsBody: false, first: consoleMails.before },
      consoleMails,
    ),
    ...mount({ path: '/api/v1', ...KNOWN, last: [limitPasswords] }, profile),
    ...mount({ path: '/api/v1/profile', ...KNOWN, last: [limitPasswords] }, mfa),
    ...mount({ path: '/api/v1/profile', ...KNOWN }, accessTokens, userSessions),
    ...mount({ path: '/api/v1', ...KNOWN }, notificationSubscriptions),
    ...mount({ path: '/api/v1', ...OPEN, takesCookie: true, limit: limitSignUps }, signUps),
    ...mount({ path: '/api/v2', ...OPEN, takesCookie: true, limit: limitSignUps }, shortSignUps),
    ...mount(
      { path: '/api/v1/accounts/:account_id', ...KNOWN, last: [noteLoops(stopLoop)], keepsAnswers: true },
      ...OF_ACCOUNTS,
    ),

    ...mount({ path: '/api/v2/accounts/:account_id', ...KNOWN }, reports, summaryReports, liveReports, yearInReview),

    ...mount({ path: '/api/v1/accounts/:account_id', ...KNOWN, last: [limitUploads] }, upload),
    ...mount(
      { path: '/api/v1/accounts/:account_id', ...KNOWN, last: [limitUploads, noteLoops(stopLoop)], keepsAnswers: true },
      directUploads,
    ),
    ...mount({ path: '', caller: 'anyone', readsBody: false }, directUploadContents),

    ...mount({ path: '', caller: null, readsBody: false }, cable),
    ...mount(
      { path: '', caller: null, readsBody: false, limit: limitUnproven({ most: unproven, minutes: 1 }) },
      providerCallbacks,
      integrationCallbacks,
    ),
    ...mount({ path: '', caller: null, readsBody: false, limit: limitUnproven(guesses) }, handedMails),
    ...mount(
      { path: '/hc', ...asPages, caller: 'reader', readsBody: false, first: helpCentrePages.before },
      helpCentrePages,
    ),
    ...mount({ path: '/survey', ...asPages, first: surveyPages.before }, surveyPages),
    ...mount({ path: '/public/api/v1', ...OPEN }, publicSurveys),
    ...mount(
      {
        path: '/public/api/v1/inboxes/:inbox_identifier',
        caller: 'contact',
        readsBody: true,
        last: [noteLoops(stopLoop)],
      },
      publicInbox,
      publicContacts,
      publicConversations,
      publicMessages,
    ),
    ...mount(
      {
        path: '/api/v1/widget',
        caller: 'visitor',
        readsBody: true,
        last: [enterWidgetByBody, noteLoops(stopLoop)],
        keepsAnswers: true,
      },
      widget,
    ),
    ...mount(
      { path: '/platform/api/v1', caller: 'platform', readsBody: true },
      platformUsers,
      platformAccounts,
      platformAccountUsers,
      platformBots,
    ),
  ];
  return all;
}
