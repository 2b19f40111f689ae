import type { TestAccount } from '../../support/factories.ts';
import { eventually } from '../../support/eventually.ts';

/** The bulk action as it is once its job has ended. */
export async function ended(account: TestAccount, bulk: { id: number }, token?: string) {
  const read = async () =>
    (await account.call('GET', `/bulk_actions/${bulk.id}`, undefined, token ? { token } : {})).body;
  return eventually(read, ({ finished_at }) => finished_at !== null);
}
