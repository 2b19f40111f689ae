import { answers, takes } from '../../http/describe.ts';
import { allow } from '../../http/permissions.ts';
import { router } from '../../http/state.ts';
import { validate } from '../../http/validate.ts';
import { accountShape, cacheKeysShape } from './answers.ts';
import { presentAccount, presentCacheKeys } from './presenter.ts';
import { readAccount } from './queries.ts';
import { updateAccountBody } from './schema.ts';
import { updateAccount } from './update-account.ts';
import { updateActiveAt } from './update-active-at.ts';

/** How clients may keep the cache keys, which they ask for at every turn. */
const CACHE_KEYS_CONTROL = 'max-age=10, private, stale-while-revalidate=300';

/** /accounts/{account_id} */
export const accounts = router();

accounts.get('/', allow('account:read'), takes({}), answers(accountShape), async (ctx) => {
  ctx.body = presentAccount(await readAccount(ctx.state.em, ctx.state.account.id));
});

accounts.patch(
  '/',
  allow('account:write'),
  takes({ body: updateAccountBody, name: 'account' }),
  answers(accountShape),
  async (ctx) => {
    const { em, account, now } = ctx.state;
    const body = validate(updateAccountBody, ctx);
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
      },
      customAttributes: {
        industry: body.industry,
        company_size: body.company_size,
        timezone: body.timezone,
        website: body.website,
        referral_source: body.referral_source,
        user_role: body.user_role,
      },
    };
    ctx.body = presentAccount(await updateAccount(em, account, input, now));
  },
);

accounts.post('/update_active_at', allow('account:read'), takes({}), answers(null), async (ctx) => {
  const { em, account, caller, now } = ctx.state;
  await updateActiveAt(em, { accountId: account.id, userId: caller.id }, now);
  ctx.body = '';
});

accounts.get('/cache_keys', allow('account:read'), takes({}), answers(cacheKeysShape), async (ctx) => {
  ctx.body = { cache_keys: presentCacheKeys(await readAccount(ctx.state.em, ctx.state.account.id)) };
  ctx.set('Cache-Control', CACHE_KEYS_CONTROL);
});
