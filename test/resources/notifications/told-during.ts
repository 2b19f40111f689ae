import { randomUUID } from 'node:crypto';
import { inTransaction } from '../../../src/db/transaction.ts';
import { tell, type Told } from '../../../src/events/tell.ts';
import type { TestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import type { TestAccount } from '../../support/factories.ts';

type OfMembers = Told & { is: 'notifications' | 'mentioned' };

/**
 * What members of the account are told while `act` runs, in its order: what happened to which notifications, each with
 * the user whose it is, and who was mentioned.
 */
export async function toldDuring(
  test: TestApp,
  account: TestAccount,
  act: () => Promise<unknown>,
): Promise<['created' | 'updated' | 'deleted' | 'mentioned', unknown[]][]> {
  const texts: string[] = [];
  const stop = test.app.bus.onTold({ hear: (more) => texts.push(...more), miss: () => {} });
  try {
    // PostgreSQL hands over a little later what was told before.
    await tellAndHear(test, account, texts);
    texts.length = 0;
    await act();
    await tellAndHear(test, account, texts);
  } finally {
    stop();
  }
  return texts
    .filter((text) => text.startsWith('{'))
    .map((text) => JSON.parse(text) as Told)
    .filter((told): told is OfMembers => told.is === 'notifications' || told.is === 'mentioned')
    .filter(({ accountId }) => accountId === account.id)
    .map((told) => (told.is === 'mentioned' ? [told.is, told.userIds] : [told.what, told.notifications]));
}

/** Resolves when everything that was told before is among `texts`. */
async function tellAndHear(test: TestApp, account: TestAccount, texts: readonly string[]): Promise<void> {
  const echoId = randomUUID();
  const last: Told = { is: 'echo', accountId: account.id, messageId: 0, echoId };
  await inTransaction(test.app.tx(), (tx) => tell(tx, last));
  await eventually(
    () => texts,
    () => texts.some((text) => text.includes(echoId)),
  );
}
