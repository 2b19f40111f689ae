import { sql } from 'kysely';
import type { RecordedEventType } from '../../src/entities/event.ts';
import { eventBody } from '../../src/events/event-body.ts';
import type { TestApp } from './app.ts';
import { checkPayload } from './openapi/check-payload.ts';
import { storedEvents } from './database/stored-events.ts';
import type { TestAccount } from './factories.ts';

/** One recorded event: its type, and its payload as receivers get it. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Recorded = { id: number; type: string; payload: any };

/** The events that the account records while `act` runs, in their order; each is checked against the document of the API. */
export async function eventsDuring(
  test: TestApp,
  account: TestAccount,
  act: () => Promise<unknown>,
): Promise<Recorded[]> {
  const { last } = await test
    .rows()
    .selectFrom('events')
    .select(sql<number | null>`max(id)`.as('last'))
    .executeTakeFirstOrThrow();
  await act();
  const rows = await storedEvents(test.rows(), { accountId: account.id, after: last ?? 0 });
  return rows.map((row) => {
    const body = JSON.parse(eventBody(row, test.app.installation.dialect)) as Parameters<typeof checkPayload>[0];
    checkPayload(body);
    return { id: row.id, type: row.type, payload: body };
  });
}

/** The payloads of the account's events of these types, oldest first, each with its type. */
export async function payloadsOf(
  test: TestApp,
  account: TestAccount,
  types: RecordedEventType[],
): Promise<Recorded['payload'][]> {
  const rows = await storedEvents(test.rows(), { accountId: account.id });
  return rows
    .filter(({ type }) => types.includes(type))
    .map(({ type, payload }) => ({ type, ...(JSON.parse(payload) as object) }));
}

/** The types of the events. */
export const typesOf = (events: Recorded[]): string[] => events.map(({ type }) => type);

/** What `changed_attributes` says, as one object: `{ status: ['open', 'resolved'] }`. */
export function changesOf({ payload }: Recorded): Record<string, [unknown, unknown]> {
  const changes = payload.changed_attributes as Record<string, { previous_value: unknown; current_value: unknown }>[];
  const entries = changes.flatMap((entry) => Object.entries(entry));
  return Object.fromEntries(
    entries.map(([field, { previous_value: before, current_value: after }]) => [field, [before, after]]),
  );
}
