import type { TestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import type { TestAccount } from '../../support/factories.ts';

export type GivenAction = [name: string, ...params: unknown[]];
export type GivenCondition = {
  attribute_key: string;
  filter_operator: string;
  values?: unknown;
  query_operator?: 'AND' | 'OR';
  custom_attribute_type?: string;
};

/** An automation rule of the account; conditions are joined by AND unless they say otherwise. @throws Error when it is refused */
export async function givenRule(
  account: TestAccount,
  event: string,
  conditions: GivenCondition[],
  ...actions: GivenAction[]
) {
  const { status, body, text } = await account.call('POST', '/automation_rules', {
    name: 'Test',
    event_name: event,
    conditions: conditions.map((condition, index) => ({
      query_operator: index + 1 === conditions.length ? null : 'AND',
      ...condition,
    })),
    actions: actions.map(([name, ...params]) => ({ action_name: name, action_params: params })),
  });
  if (status !== 201) throw new Error(text);
  return body;
}

/** Waits until no job of these kinds of the account is pending: those of rules unless given. */
export const settled = (test: TestApp, account: TestAccount, kinds = ['run_rules']) =>
  eventually(
    () =>
      test
        .rows()
        .selectFrom('jobs')
        .select('id')
        .where('account_id', '=', account.id)
        .where('kind', 'in', kinds)
        .where('status', '=', 'pending')
        .execute(),
    ({ length }) => length === 0,
  );

/** What the rule could not do. */
export const errorsOf = async (account: TestAccount, { id }: { id: number }) =>
  (await account.call('GET', `/automation_rules/${id}`)).body.payload.errors;
