/**
 * Names of suites by their folder in test/, of which PostgreSQL is asked nothing that it is not asked by suites which run on both
 * databases: each table, column, function and lock in their statements occurs there too. The statements of a whole run were compared.
 */
const ASK_THE_SAME: Record<string, string> = {
  cable:
    'audience clients commands events fuzz limits notifications presence protocol public-life read-scope tellings ' +
    'tenants website-life',
  channels: 'hostile-callbacks obstacles parts schedules shared-things source-ids',
  'channels/email': 'answers-of-programs continuity-answers continuity-faults raw-mails sending',
  'channels/receiving':
    'addresses answer-addresses automatic-mails bandwidth email imap line sign-in-mails telegram telegram-content ' +
    'telegram-kinds twilio whatsapp',
  'channels/sending': 'interrupted refused-login sending whatsapp',
  'channels/twilio': 'numbers whatsapp',
  'channels/whatsapp': 'changed-ids ids standby templates',
  conversations: 'update-conversation widget-opened',
  'conversations/assignment': 'histories',
  'conversations/reporting': 'sum-up',
  http:
    'access answer-headers body-kinds body-limits chatwoot-health compressed contact-limit credentials ' +
    'cross-origin cut-off form-parts health packed-bodies rate-limit read-scope-secrets refusals request-log ' +
    'start-page tenants token-scopes unchanged uploads',
  'http/body': 'at-once unproven-bodies',
  'http/docs': 'guides',
  'http/limits': 'half-open',
  'http/routes': 'parameters',
  jobs: 'due-work nightly remove-files share-jobs wall-clock',
  'jobs/deletions': 'delete-portal',
  lmtp: 'serve',
  mail: 'answers-of-members import mails notifications',
  openapi: 'examples',
  'resources/access_tokens': 'access-tokens',
  'resources/account_users': 'account-users',
  'resources/accounts': 'onboarding short-signup signup signup-settings',
  'resources/agent_bots': 'addresses-for-readers agent-bots handoff life permissions platform-bots',
  'resources/agent_capacity_policies': 'agent-capacity-policies',
  'resources/agents': 'agents invitations',
  'resources/assignable_agents': 'assignable-agents',
  'resources/assignment_policies': 'assignment-policies',
  'resources/auth': 'confirmation password password-rule proved-addresses sign-in-limit',
  'resources/authorizations': 'authorizations browsers mailboxes states',
  'resources/automation_rules': 'actions automation-rules conditions loops storms',
  'resources/bulk_actions': 'bulk-actions',
  'resources/campaigns': 'one-off',
  'resources/canned_responses': 'canned-responses',
  'resources/console': 'pages',
  'resources/contacts':
    'avatar contact-inboxes conversations destroy-custom-attributes import-batches labels merge presence public ' +
    'public-proof',
  'resources/conversations':
    'assignments attachments auto-resolve csat custom-attributes delete end-snoozes labels mute participants ' +
    'priority public show toggle-status typing unread-counts',
  'resources/conversations/create': 'create create-refusals create-rules create-together opening',
  'resources/conversations/list': 'counts list list-filters list-order list-scope visibility',
  'resources/csat_survey_responses': 'handler page public review',
  'resources/custom_attribute_definitions': 'custom-attribute-definitions kinds',
  'resources/direct_uploads': 'direct-uploads',
  'resources/draft_messages': 'draft-messages',
  'resources/events': 'wait-for-page',
  'resources/files': 'files',
  'resources/hc': 'custom-domain pages views',
  'resources/inboxes':
    'agent-bot avatar channels delete-large inboxes limit reset-secret secrets survey-templates visibility ' +
    'whatsapp',
  'resources/inboxes/addresses': 'claims',
  'resources/integrations': 'dyte integrations linear openai tokens',
  'resources/labels': 'labels limit rename',
  'resources/macros': 'execute limits',
  'resources/messages':
    'content create create-refusals delete email-collect events failing-inbox files google-translate greeting ' +
    'limits list public reopening senders sending status thumbnails translate type-of-person waiting',
  'resources/metrics': 'access',
  'resources/notes': 'notes',
  'resources/notification_settings': 'notification-settings',
  'resources/notifications': 'making notifications',
  'resources/platform_tokens': 'isolation',
  'resources/portals': 'articles bulk-actions',
  'resources/portals/domain': 'claims ssl-status',
  'resources/privacy': 'erase-only-theirs export',
  'resources/profile': 'email password-limit profile pubsub-token',
  'resources/saml_settings': 'saml-settings',
  'resources/single_sign_on': 'limit oidc saml',
  'resources/teams': 'team-members',
  'resources/upload': 'upload',
  'resources/users': 'platform-users',
  'resources/webhooks': 'delivery fairness loops plain-http public-loops secrets',
  'resources/widget': 'config contact conversations events limits team together video-call',
  'resources/widget_pages': 'unread',
  'resources/year_in_review': 'year-in-review',
  storage: 'other-disk',
};

/** They look at the output of commands, at files, sockets and clocks; `durability/kill-everything` runs all commands on both databases. */
const LOOK_ELSEWHERE: Record<string, string> = {
  backup: 'schedule without-files',
  cli: 'create-account demo drain jobs mails platform-token users webhook-deliveries webhooks',
  'cli/audit': 'audit-log',
  'cli/channels': 'channel-checks channel-retry channels',
  'cli/contacts': 'export-contacts import-contacts import-overlap',
  'cli/privacy': 'contacts',
  'cli/systemd': 'keep-watchdog',
  'cli/webhooks': 'listen',
  durability:
    'bulk-action campaigns channels clock-back continuity disk-full file-size-limit import mailboxes read-only-disk ' +
    'read-only-files receiving replay rules sending sockets',
  'durability/certificates': 'receivers services',
  'durability/integrations': 'slack',
};

/**
 * The suites that run on SQLite only, as paths below test/; all others run on both databases. None is left out where
 * PARLEY_TEST_EVERYWHERE is set.
 */
export const RUNS_ONCE: readonly string[] = [ASK_THE_SAME, LOOK_ELSEWHERE].flatMap((folders) =>
  Object.entries(folders).flatMap(([folder, names]) => names.split(' ').map((name) => `${folder}/${name}.test.ts`)),
);
