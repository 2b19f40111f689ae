import { describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDocument } from './support/openapi/check-answer.ts';

// The behaviour that the API promises, each with the title of its test. A test that is renamed is renamed here too.

const TESTS = import.meta.dirname;
const ACCOUNT = '/api/v1/accounts/{account_id}';

/** The operations that must exist and have a test. */
const OPERATIONS = [
  'GET /api/v1/accounts/{account_id}',
  'POST /api/v1/accounts',
  'PATCH /api/v1/accounts/{account_id}',
  'POST /api/v1/accounts/{account_id}/update_active_at',
  'GET /api/v1/accounts/{account_id}/cache_keys',
  'GET /api/v1/profile',
  'POST /api/v1/profile/reset_access_token',
  'POST /api/v1/accounts/{account_id}/agent_bots/{id}/reset_access_token',
  'POST /api/v1/auth/saml_login',
  'POST /api/v1/accounts/{account_id}/google/authorization',
  'GET /platform/api/v1/users',
  'POST /platform/api/v1/users',
  'GET /platform/api/v1/users/{id}',
  'PATCH /platform/api/v1/users/{id}',
  'DELETE /platform/api/v1/users/{id}',
  'GET /platform/api/v1/users/{id}/login',
  'POST /platform/api/v1/users/{id}/token',
  'GET /platform/api/v1/accounts',
  'POST /platform/api/v1/accounts',
  'GET /platform/api/v1/accounts/{id}',
  'PATCH /platform/api/v1/accounts/{id}',
  'DELETE /platform/api/v1/accounts/{id}',
  'POST /platform/api/v1/accounts/{id}/email_channel_migrations',
  'GET /platform/api/v1/accounts/{id}/account_users',
  'POST /platform/api/v1/accounts/{id}/account_users',
  'DELETE /platform/api/v1/accounts/{id}/account_users',
  'GET /platform/api/v1/agent_bots',
  'POST /platform/api/v1/agent_bots',
  'GET /platform/api/v1/agent_bots/{id}',
  'PATCH /platform/api/v1/agent_bots/{id}',
  'DELETE /platform/api/v1/agent_bots/{id}',
  'DELETE /platform/api/v1/agent_bots/{id}/avatar',
  'GET /api/v1/accounts/{account_id}/conversations',
  'GET /api/v1/accounts/{account_id}/conversations/{id}',
  'POST /api/v1/accounts/{account_id}/conversations',
  'PATCH /api/v1/accounts/{account_id}/conversations/{id}',
  'DELETE /api/v1/accounts/{account_id}/conversations/{id}',
  'POST /api/v1/accounts/{account_id}/conversations/{id}/toggle_status',
  'POST /api/v1/accounts/{account_id}/conversations/{id}/toggle_priority',
  'POST /api/v1/accounts/{account_id}/conversations/{id}/mute',
  'POST /api/v1/accounts/{account_id}/conversations/{id}/unmute',
  'POST /api/v1/accounts/{account_id}/conversations/{id}/unread',
  'POST /api/v1/accounts/{account_id}/conversations/{id}/update_last_seen',
  'POST /api/v1/accounts/{account_id}/conversations/{id}/custom_attributes',
  'POST /api/v1/accounts/{account_id}/conversations/{id}/transcript',
  'GET /api/v1/accounts/{account_id}/conversations/{id}/attachments',
  'GET /api/v1/accounts/{account_id}/conversations/search',
  'POST /api/v1/accounts/{account_id}/conversations/filter',
  'GET /api/v1/accounts/{account_id}/conversations/meta',
  'GET /api/v1/accounts/{account_id}/conversations/{conversation_id}/messages',
  'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/messages',
  'PATCH /api/v1/accounts/{account_id}/conversations/{conversation_id}/messages/{id}',
  'DELETE /api/v1/accounts/{account_id}/conversations/{conversation_id}/messages/{id}',
  'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/messages/{id}/retry',
  'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/messages/{id}/translate',
  'GET /api/v1/accounts/{account_id}/contacts',
  'GET /api/v1/accounts/{account_id}/contacts/{id}',
  'POST /api/v1/accounts/{account_id}/contacts',
  'PATCH /api/v1/accounts/{account_id}/contacts/{id}',
  'DELETE /api/v1/accounts/{account_id}/contacts/{id}',
  'GET /api/v1/accounts/{account_id}/contacts/search',
  'POST /api/v1/accounts/{account_id}/contacts/filter',
  'GET /api/v1/accounts/{account_id}/contacts/active',
  'GET /api/v1/accounts/{account_id}/contacts/{id}/contactable_inboxes',
  'POST /api/v1/accounts/{account_id}/contacts/{id}/destroy_custom_attributes',
  'DELETE /api/v1/accounts/{account_id}/contacts/{id}/avatar',
  'POST /api/v1/accounts/{account_id}/contacts/import',
  'POST /api/v1/accounts/{account_id}/contacts/export',
  'GET /api/v1/accounts/{account_id}/inboxes',
  'GET /api/v1/accounts/{account_id}/inboxes/{id}',
  'POST /api/v1/accounts/{account_id}/inboxes',
  'PATCH /api/v1/accounts/{account_id}/inboxes/{id}',
  'DELETE /api/v1/accounts/{account_id}/inboxes/{id}',
  'GET /api/v1/accounts/{account_id}/inboxes/{id}/agent_bot',
  'POST /api/v1/accounts/{account_id}/inboxes/{id}/set_agent_bot',
  'DELETE /api/v1/accounts/{account_id}/inboxes/{id}/avatar',
  'GET /api/v1/accounts/{account_id}/inboxes/{id}/campaigns',
  'POST /api/v1/accounts/{account_id}/inboxes/{id}/sync_templates',
  'GET /api/v1/accounts/{account_id}/inboxes/{id}/health',
  'GET /api/v1/accounts/{account_id}/events',
  'GET /api/v1/accounts/{account_id}/dashboard_apps',
  'GET /api/v1/accounts/{account_id}/dashboard_apps/{id}',
  'POST /api/v1/accounts/{account_id}/dashboard_apps',
  'PATCH /api/v1/accounts/{account_id}/dashboard_apps/{id}',
  'DELETE /api/v1/accounts/{account_id}/dashboard_apps/{id}',
  'GET /api/v1/accounts/{account_id}/webhooks',
  'POST /api/v1/accounts/{account_id}/webhooks',
  'PATCH /api/v1/accounts/{account_id}/webhooks/{id}',
  'DELETE /api/v1/accounts/{account_id}/webhooks/{id}',
  'GET /public/api/v1/inboxes/{inbox_identifier}',
  'POST /public/api/v1/inboxes/{inbox_identifier}/contacts',
  'GET /public/api/v1/inboxes/{inbox_identifier}/contacts/{contact_identifier}',
  'PATCH /public/api/v1/inboxes/{inbox_identifier}/contacts/{contact_identifier}',
  'GET /public/api/v1/inboxes/{inbox_identifier}/contacts/{contact_identifier}/conversations',
  'POST /public/api/v1/inboxes/{inbox_identifier}/contacts/{contact_identifier}/conversations',
  'GET /public/api/v1/inboxes/{inbox_identifier}/contacts/{contact_identifier}/conversations/{conversation_id}',
  'POST /public/api/v1/inboxes/{inbox_identifier}/contacts/{contact_identifier}/conversations/{conversation_id}/toggle_status',
  'POST /public/api/v1/inboxes/{inbox_identifier}/contacts/{contact_identifier}/conversations/{conversation_id}/toggle_typing',
  'POST /public/api/v1/inboxes/{inbox_identifier}/contacts/{contact_identifier}/conversations/{conversation_id}/update_last_seen',
  'GET /public/api/v1/inboxes/{inbox_identifier}/contacts/{contact_identifier}/conversations/{conversation_id}/messages',
  'POST /public/api/v1/inboxes/{inbox_identifier}/contacts/{contact_identifier}/conversations/{conversation_id}/messages',
  'PATCH /public/api/v1/inboxes/{inbox_identifier}/contacts/{contact_identifier}/conversations/{conversation_id}/messages/{id}',
  'GET /public/api/v1/csat_survey/{uuid}',
  'PATCH /public/api/v1/csat_survey/{uuid}',
  'GET /api',
  'GET /health',
  'GET /api/v1/accounts/{account_id}/notifications',
  'GET /api/v1/accounts/{account_id}/notifications/unread_count',
  'POST /api/v1/accounts/{account_id}/notifications/read_all',
  'POST /api/v1/accounts/{account_id}/notifications/destroy_all',
  'PATCH /api/v1/accounts/{account_id}/notifications/{id}',
  'POST /api/v1/accounts/{account_id}/notifications/{id}/unread',
  'POST /api/v1/accounts/{account_id}/notifications/{id}/snooze',
  'DELETE /api/v1/accounts/{account_id}/notifications/{id}',
  'GET /api/v1/accounts/{account_id}/notification_settings',
  'PATCH /api/v1/accounts/{account_id}/notification_settings',
  'GET /api/v1/notification_subscriptions',
  'POST /api/v1/notification_subscriptions',
  'DELETE /api/v1/notification_subscriptions',
];

/** Conditions under which a request is refused. */
const REFUSALS: Behaviour[] = [
  ['no token, or one that is not valid', 'http/access.test.ts', '%s: %s'],
  ['insufficient permissions', 'http/access.test.ts', '%s: %s'],
  [
    'account missing',
    'resources/accounts/accounts.test.ts',
    'is not found by a user who is not a member, whether it exists or not',
  ],
  ['signup disabled', 'resources/accounts/signup-settings.test.ts', 'is disabled unless configured, for users too'],
  ['required account fields missing', 'resources/accounts/signup.test.ts', 'names what is missing in %j'],
  [
    'e-mail already used on signup',
    'resources/accounts/signup.test.ts',
    'refuses an e-mail address that is in use, and leaves nothing behind',
  ],
  ['invalid captcha', 'resources/accounts/signup-settings.test.ts', 'is verified with the secret of the installation'],
  [
    'contact missing',
    'resources/contacts/contacts.test.ts',
    "does not find another account's contact, one that is gone, or a word",
  ],
  [
    'deleting an online contact',
    'resources/contacts/contacts.test.ts',
    'refuses while the contact is online, and not a moment later',
  ],
  ['contact validation', 'resources/contacts/contacts.test.ts', 'refuses %j'],
  [
    'inbox missing',
    'resources/inboxes/inboxes.test.ts',
    "does not find another account's inbox, one that is gone, or a word",
  ],
  ['unknown channel type', 'resources/inboxes/inboxes.test.ts', 'refuses a channel type of %s'],
  [
    'inbox count over plan',
    'resources/inboxes/limit.test.ts',
    "are as many as the installation allows, and others' do not count",
  ],
  [
    'message missing',
    'resources/messages/status.test.ts',
    'does not find a message of another conversation, and is not for bots',
  ],
  ['bad message type', 'resources/messages/create-refusals.test.ts', 'refuses the message type %p'],
  ['status update on a non-API inbox', 'resources/messages/status.test.ts', 'is for API inboxes only'],
  ['translation backend down', 'resources/messages/translate.test.ts', 'translating is unavailable: %j'],
  ['webhook missing', 'http/tenants.test.ts', '%s does not find it, at any level'],
  ['non-HTTPS webhook URL', 'resources/webhooks/webhooks.test.ts', 'refuses %s, which is not HTTPS'],
  ['bad event type in subscriptions', 'resources/webhooks/webhooks.test.ts', 'refuses %j as subscriptions'],
  [
    'dashboard app content that is not valid',
    'resources/dashboard_apps/dashboard-apps.test.ts',
    'refuses content that is not valid',
  ],
];

const LIMITS: Behaviour[] = [
  ['default page size', 'resources/contacts/list-contacts.test.ts', 'shows fifteen unless told otherwise'],
  [
    'conversation attachments listing',
    'resources/conversations/attachments.test.ts',
    'comes in pages of 100, or of as many as asked for',
  ],
  [
    'webhook request timeout',
    'resources/webhooks/delivery.test.ts',
    'counts a redirect and an answer that comes too late as failures',
  ],
  [
    'webhook retry attempts',
    'resources/webhooks/delivery.test.ts',
    'is disabled when its deliveries keep failing to the end, and can be enabled again',
  ],
  ['dashboard app content', 'resources/dashboard_apps/dashboard-apps.test.ts', 'refuses %s'],
  ['webhook URL', 'resources/webhooks/webhooks.test.ts', 'refuses %s, which is not HTTPS'],
  [
    'contact deletion',
    'resources/contacts/contacts.test.ts',
    'refuses while the contact is online, and not a moment later',
  ],
  ['inbox creation', 'resources/inboxes/limit.test.ts', 'are not more when many are created at once'],
  [
    'transcript e-mails',
    'resources/conversations/transcript.test.ts',
    'is refused beyond the limit of the account, until the first of them is an hour old',
  ],
  ['request rate', 'http/rate-limit.test.ts', 'counts down in the headers of every answer, and ends with 429'],
];

/** How the state of conversations and messages changes. */
const TRANSITIONS: Behaviour[] = [
  [
    'conversation created with a status',
    'resources/conversations/create/create-rules.test.ts',
    'is the requested one even if the inbox has a bot and the contact is blocked',
  ],
  ['toggle_status from any status to any', 'resources/conversations/toggle-status.test.ts', 'moves from %s to %s'],
  ['snoozing needs a time', 'resources/conversations/toggle-status.test.ts', 'refuses its end as %p'],
  [
    'resolving by itself',
    'resources/conversations/auto-resolve.test.ts',
    'resolves itself after the days of its account: %s',
  ],
  ['its message', 'resources/conversations/auto-resolve.test.ts', 'is sent before the conversation resolves'],
  ['its label', 'resources/conversations/auto-resolve.test.ts', 'is added to those that the conversation has'],
  [
    'those that wait left alone',
    'resources/conversations/auto-resolve.test.ts',
    'with %p leaves a conversation whose contact waits for an answer %s',
  ],
  ['the end of a snooze', 'resources/conversations/end-snoozes.test.ts', 'opens when its time has come, not before'],
  ['priority by PATCH', 'resources/conversations/priority.test.ts', 'sets the priority to %s'],
  ['priority by toggle_priority', 'resources/conversations/priority.test.ts', 'sets %p and answers it'],
  ['mute and unmute', 'resources/conversations/mute.test.ts', 'set and clear the flag, and nothing else'],
  ['message status by PATCH', 'resources/messages/status.test.ts', 'changes a message that is %s to %s: it is %s'],
  ['retry of a failed message', 'resources/messages/status.test.ts', 'sends a failed message again'],
  ['deleting a message', 'resources/messages/delete.test.ts', 'leaves a fixed text, and nothing of what was said'],
  ['deleting its attachments', 'resources/messages/delete.test.ts', 'removes its attachments with their files'],
];

type Behaviour = [promised: string, file: string, title: string];

/** The rows of the table in test/README.md: an operation, and the file of its test. */
const table = [
  ...readFileSync(join(TESTS, 'README.md'), 'utf8').matchAll(/^\| ([A-Z]+) `([^`]+)` \| \[[^\]]+\]\(([^)]+)\) \|$/gm),
].map(([, method, path, file]) => ({ method: method!, path: path!.replace('…', ACCOUNT), file: file! }));

describe('every promised operation', () => {
  it('is in the table of test/README.md, once', () => {
    expect(table.map(({ method, path }) => `${method} ${path}`)).toEqual(OPERATIONS);
  });

  it.each(OPERATIONS)('is an operation of the document: %s', (operation) => {
    const [method, path] = operation.split(' ') as [string, string];
    const served = Object.entries(readDocument().paths).find(([template]) => shapeOf(template) === shapeOf(path));

    expect(Object.keys(served?.[1] ?? {})).toContain(method.toLowerCase());
  });

  it.each(table.map(({ method, path, file }) => [`${method} ${path}`, path, file]))(
    'has a test: %s',
    (_, path, file) => {
      const lastWord = path.split('/').findLast((segment) => !segment.startsWith('{'))!;

      expect(existsSync(join(TESTS, file))).toBe(true);
      expect(readFileSync(join(TESTS, file), 'utf8')).toContain(lastWord);
    },
  );
});

describe.each([
  ['refusal', REFUSALS],
  ['limit', LIMITS],
  ['transition', TRANSITIONS],
])('every promised %s', (_, behaviours) => {
  it.each(behaviours)('has a test: %s', (__, file, title) => {
    const source = readFileSync(join(TESTS, file), 'utf8');

    expect(source.includes(`'${title}'`) || source.includes(`"${title}"`)).toBe(true);
  });
});

/** The path whatever its parameters are called. */
function shapeOf(path: string): string {
  return path.replaceAll(/\{\w+\}/g, '{}');
}
