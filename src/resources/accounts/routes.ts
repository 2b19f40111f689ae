import type { InferType } from 'yup';
import { callingMember } from '../../http/calling-member.ts';
import { empty, ok } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { accountShape, cacheKeysShape } from './answers.ts';
import { presentAccount, presentCacheKeys } from './presenter.ts';
import { readAccount } from './queries.ts';
import { onboardingBody, updateAccountBody } from './schema.ts';
import { updateAccount } from './update-account.ts';
import { updateActiveAt } from './update-active-at.ts';

/** How long clients may cache the cache keys, which they request often. */
const CACHE_KEYS_CONTROL = 'max-age=10, private, stale-while-revalidate=300';

export const accounts = routes('');

accounts.get(
  '/',
  { permission: 'account:read', summary: 'Show the account', answer: ok(accountShape) },
  async ({ tx, account }) => presentAccount(await readAccount(tx, account.id)),
);

accounts.patch(
  '/',
  {
    permission: 'account:write',
    summary: 'Change the account',
    description:
      'Settings and details that are left out stay as they are. The settings that begin with `prune_` say after how many days ' +
      'what is old is removed for good, each night: resolved conversations, files of messages, and contacts without ' +
      'conversations; null = never.',
    body: updateAccountBody,
    name: 'account',
    example: { name: 'Acme', auto_resolve_after: 14 },
    answer: ok(accountShape),
  },
  async ({ tx, account, body, now }) => {
    const input = {
      name: body.name,
      locale: body.locale,
      domain: body.domain,
      supportEmail: body.support_email,
      settings: {
        auto_resolve_after: body.auto_resolve_after,
        auto_resolve_message: body.auto_resolve_message,
        auto_resolve_ignore_waiting: body.auto_resolve_ignore_waiting,
        auto_resolve_label: body.auto_resolve_label,
        audio_transcriptions: body.audio_transcriptions,
        keep_pending_on_bot_failure: body.keep_pending_on_bot_failure,
        prune_conversations_after: body.prune_conversations_after,
        prune_attachments_after: body.prune_attachments_after,
        prune_contacts_after: body.prune_contacts_after,
      },
      customAttributes: detailsOf(body),
    };
    return presentAccount(await updateAccount(tx, account, input, now));
  },
);

accounts.patch(
  '/onboarding',
  {
    permission: 'account:write',
    summary: 'Save what the first steps in an account ask for',
    description: 'All of it can be changed in the account as well.',
    body: onboardingBody,
    name: 'account',
    example: { name: 'Acme', website: 'https://acme.example', company_size: '11-50' },
    answer: ok(accountShape),
  },
  async ({ tx, account, body, now }) => {
    const input = { name: body.name, locale: body.locale, settings: {}, customAttributes: detailsOf(body) };
    return presentAccount(await updateAccount(tx, account, input, now));
  },
);

accounts.post(
  '/update_active_at',
  {
    permission: 'account:attend',
    summary: 'Say that you are at work in the account',
    description: 'Who has not done so for a while is shown as offline.',
    answer: empty,
  },
  ({ tx, now, ...asked }) => updateActiveAt(tx, callingMember(asked), now),
);

accounts.get(
  '/cache_keys',
  {
    permission: 'account:read',
    summary: 'Tell when labels, inboxes and teams last changed',
    description: 'What a client holds of them is good for as long as its key stays the same.',
    answer: ok(cacheKeysShape),
  },
  async ({ tx, account, ctx }) => {
    const row = await readAccount(tx, account.id);
    ctx.set('Cache-Control', CACHE_KEYS_CONTROL);
    return { cache_keys: presentCacheKeys(row) };
  },
);

/** What the account says about itself. */
function detailsOf(body: InferType<typeof onboardingBody>) {
  return {
    industry: body.industry,
    company_size: body.company_size,
    timezone: body.timezone,
    website: body.website,
    referral_source: body.referral_source,
    user_role: body.user_role,
  };
}
