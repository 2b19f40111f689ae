import { randomUUID } from 'node:crypto';
import type { TestAccount } from '../../support/factories.ts';
import { isCreated } from '../../support/openapi/dialect.ts';

/** A name in addresses that no other portal has. */
export const newSlug = () => `help-${randomUUID().slice(0, 13)}`;

/** A portal in English, German and Arabic, as the API shows it; `more` is added to the request. */
export async function givenPortal(account: TestAccount, more: object = {}) {
  const config = { allowed_locales: ['en', 'de', 'ar'], default_locale: 'en' };
  return create(account, '/portals', { name: 'Acme Help', slug: newSlug(), config, ...more });
}

type Portal = { slug: string };

/** A category of the portal, as the API shows it. */
export async function givenCategory(account: TestAccount, { slug }: Portal, more: object = {}) {
  return (await create(account, `/portals/${slug}/categories`, { name: 'Payments', ...more })).payload;
}

/** A published article of the portal, as the API shows it. */
export async function givenArticle(account: TestAccount, { slug }: Portal, more: object = {}) {
  const usual = { title: 'How to pay', content: 'By card.', status: 'published' };
  return (await create(account, `/portals/${slug}/articles`, { ...usual, ...more })).payload;
}

async function create(account: TestAccount, path: string, given: object) {
  const { status, body, text } = await account.call('POST', path, given);
  if (!isCreated(status)) throw new Error(`cannot create at ${path}: ${text}`);
  return body;
}
