import type { Server } from 'node:http';
import Koa from 'koa';
import type { App } from './app.ts';
import { authenticate, recognize } from './http/authenticate.ts';
import { body } from './http/body.ts';
import { errors, signInErrors } from './http/errors.ts';
import { health } from './http/health.ts';
import { idempotency } from './http/idempotency.ts';
import { noteLoops } from './http/note-loops.ts';
import { documentation } from './http/openapi/routes.ts';
import { limitAddresses, limitCallers, rateLimits } from './http/rate-limit.ts';
import { refusingServer } from './http/refusals.ts';
import { request, spelling } from './http/request.ts';
import { router, type State } from './http/state.ts';
import { accounts } from './resources/accounts/routes.ts';
import { signUps } from './resources/accounts/signup-routes.ts';
import { agents } from './resources/agents/routes.ts';
import { agentBots } from './resources/agent_bots/routes.ts';
import { assignableAgents, assignableAgentsOfInbox } from './resources/assignable_agents/routes.ts';
import { campaignsOfInbox } from './resources/campaigns/inbox-routes.ts';
import { passwordDoor, passwordPages, passwords } from './resources/auth/password-routes.ts';
import { auth } from './resources/auth/routes.ts';
import { saml } from './resources/auth/saml-routes.ts';
import { authorizations } from './resources/authorizations/routes.ts';
import { cannedResponses } from './resources/canned_responses/routes.ts';
import { contactInboxes, inboxesOfContact } from './resources/contacts/contact_inbox-routes.ts';
import { contactFiles } from './resources/contacts/import-routes.ts';
import { contactLabels } from './resources/contacts/label-routes.ts';
import { actions } from './resources/contacts/merge-routes.ts';
import { contactFilters } from './resources/contacts/filter-routes.ts';
import { contactParts } from './resources/contacts/part-routes.ts';
import { contacts } from './resources/contacts/routes.ts';
import { conversationActions } from './resources/conversations/action-routes.ts';
import { assignments } from './resources/conversations/assignment-routes.ts';
import { conversationAttachments } from './resources/conversations/attachment-routes.ts';
import { conversationLabels } from './resources/conversations/label-routes.ts';
import { participants } from './resources/conversations/participant-routes.ts';
import { conversationsOfContact } from './resources/conversations/contact-routes.ts';
import { conversationFilters } from './resources/conversations/filter-routes.ts';
import { conversationSearch } from './resources/conversations/search-routes.ts';
import { conversations } from './resources/conversations/routes.ts';
import { publicSurveys } from './resources/csat_survey_responses/public-routes.ts';
import { csatSurveyResponses } from './resources/csat_survey_responses/routes.ts';
import { surveyDoor, surveyPages } from './resources/csat_survey_responses/survey-routes.ts';
import { customAttributeDefinitions } from './resources/custom_attribute_definitions/routes.ts';
import { customFilters } from './resources/custom_filters/routes.ts';
import { dashboardApps } from './resources/dashboard_apps/routes.ts';
import { files } from './resources/files/routes.ts';
import { inboxMembers } from './resources/inbox_members/routes.ts';
import { inboxBot } from './resources/inboxes/bot-routes.ts';
import { inboxes } from './resources/inboxes/routes.ts';
import { whatsappInboxes } from './resources/inboxes/whatsapp-routes.ts';
import { labels } from './resources/labels/routes.ts';
import { messages } from './resources/messages/routes.ts';
import { notes } from './resources/notes/routes.ts';
import { profile, triesPassword } from './resources/profile/routes.ts';
import { teamMembers } from './resources/teams/member-routes.ts';
import { teams } from './resources/teams/routes.ts';
import { platformUsers } from './resources/users/platform-routes.ts';
import { webhooks } from './resources/webhooks/routes.ts';
import { stopLoop } from './resources/webhooks/stop-loop.ts';

/**
 * The whole HTTP surface of Parley, in the order in which a request passes it. `sinceTick` gives the milliseconds
 * since the scheduler last ticked; null = this process runs none.
 */
export function api(app: App, sinceTick: (() => number) | null = null): Server {
  // Of X-Forwarded-For, only the last address is the proxy's own word; those before it are what the client claims.
  const koa = new Koa<State>({ proxy: app.config.server.trust_proxy, maxIpsCount: 1 });
  koa.silent = true;
  koa.use(request(app));
  koa.use(errors);
  koa.use(spelling);
  koa.use(doors(app, sinceTick).routes());
  return refusingServer(koa.callback(), app.log);
}

/** Every path, under the door that its callers come through. */
export function doors(app: App, sinceTick: (() => number) | null = null) {
  const limits = rateLimits(app.config);
  const { signups_per_half_hour: signups, sign_ins_per_half_hour: signIns } = app.config.rate_limit;
  const known = authenticate(limits);
  // Read once the caller is known: nobody else's files are written anywhere.
  const bodies = body(app);
  const strangers = recognize(limits);
  const plainBodies = body(app, { files: false });
  const all = router();

  all.use(health(app, sinceTick).routes());
  all.use(documentation(app, all.stack).routes());
  all.use('/files', files.routes());

  all.use('/auth', signInErrors);
  all.use('/auth/sign_in', strangers, limitAddresses('POST', { most: signIns, minutes: 30 }), plainBodies);
  all.use('/auth/sign_out', known);
  all.use('/auth/validate_token', known);
  all.use('/auth/password', strangers, limitAddresses('POST', { most: signIns, minutes: 30 }), plainBodies);
  all.use('/auth', auth.routes());
  all.use('/auth/password', passwords.routes());
  all.use('/app/auth/password', ...passwordDoor, strangers, plainBodies);
  all.use('/app/auth/password', passwordPages.routes());
  all.use('/api/v1/auth', strangers, plainBodies);
  all.use('/api/v1/auth', saml.routes());

  all.use('/api/v1/profile', known, bodies, limitCallers(triesPassword, { most: signIns, minutes: 30 }));
  all.use('/api/v1/profile', profile.routes());

  const signUpLimit = limitAddresses('POST', { most: signups, minutes: 30 });
  all.use('/api/v1/accounts', signUps(strangers, signUpLimit, plainBodies).routes());
  const application = '/api/v1/accounts/:account_id';
  all.use(application, known, bodies, noteLoops(stopLoop), idempotency);
  all.use(application, accounts.routes());
  all.use(`${application}/agents`, agents.routes());
  all.use(application, authorizations.routes());
  all.use(`${application}/agent_bots`, agentBots.routes());
  all.use(`${application}/canned_responses`, cannedResponses.routes());
  all.use(`${application}/actions`, actions.routes());
  all.use(`${application}/contact_inboxes`, contactInboxes.routes());
  all.use(`${application}/contacts`, contactFilters.routes());
  all.use(`${application}/contacts`, contacts.routes(), contactParts.routes(), contactLabels.routes());
  all.use(`${application}/contacts`, contactFiles.routes(), conversationsOfContact.routes(), inboxesOfContact.routes());
  all.use(`${application}/contacts/:contact_id/notes`, notes.routes());
  // Before the numbers of conversations, which "search" is none of.
  all.use(`${application}/conversations`, conversationSearch.routes(), conversationFilters.routes());
  all.use(`${application}/conversations`, conversations.routes());
  all.use(`${application}/conversations`, conversationActions.routes());
  all.use(`${application}/conversations/:conversation_id/assignments`, assignments.routes());
  all.use(`${application}/conversations/:conversation_id/attachments`, conversationAttachments.routes());
  all.use(`${application}/conversations/:conversation_id/labels`, conversationLabels.routes());
  all.use(`${application}/conversations/:conversation_id/participants`, participants.routes());
  all.use(`${application}/conversations/:conversation_id/messages`, messages.routes());
  all.use(`${application}/csat_survey_responses`, csatSurveyResponses.routes());
  all.use(`${application}/custom_attribute_definitions`, customAttributeDefinitions.routes());
  all.use(`${application}/custom_filters`, customFilters.routes());
  all.use(`${application}/dashboard_apps`, dashboardApps.routes());
  all.use(`${application}/assignable_agents`, assignableAgents.routes());
  all.use(`${application}/inbox_members`, inboxMembers.routes());
  all.use(`${application}/inboxes`, inboxes.routes());
  all.use(`${application}/inboxes`, inboxBot.routes());
  all.use(`${application}/inboxes`, whatsappInboxes.routes());
  all.use(`${application}/inboxes/:inbox_id/assignable_agents`, assignableAgentsOfInbox.routes());
  all.use(`${application}/inboxes/:inbox_id/campaigns`, campaignsOfInbox.routes());
  all.use(`${application}/labels`, labels.routes());
  all.use(`${application}/teams`, teams.routes());
  all.use(`${application}/teams/:team_id/team_members`, teamMembers.routes());
  all.use(`${application}/webhooks`, webhooks.routes());

  all.use('/survey/responses', ...surveyDoor, strangers, plainBodies);
  all.use('/survey/responses', surveyPages.routes());
  all.use('/public/api/v1/csat_survey', strangers, plainBodies);
  all.use('/public/api/v1/csat_survey', publicSurveys.routes());

  all.use('/platform/api/v1/users', authenticate(limits, 'platform'));
  all.use('/platform/api/v1/users', platformUsers.routes());

  return all;
}
