import { randomUUID } from 'node:crypto';
import type { TestApp } from '../app.ts';
import { eventually } from '../eventually.ts';
import type { TestAccount } from '../factories.ts';
import { givenVisitor, givenWebsite, type Website } from '../public/website.ts';

/** Somebody with an address who has written on a website and left. */
export type Left = {
  website: Website;
  visitor: Awaited<ReturnType<typeof givenVisitor>>;
  email: string;
  conversation: { id: number };
};

/** A visitor of a new website, or of this one, who has left. */
export async function givenLeft(test: TestApp, account: TestAccount, given?: Website): Promise<Left> {
  const website = given ?? (await givenWebsite(test, account));
  const visitor = await givenVisitor(website, 'Where is my parcel?');
  const email = `carla-${randomUUID()}@example.com`;
  await website.call('PATCH', '/contact', { name: 'Carla', email }, visitor);
  return { website, visitor, email, conversation: { id: visitor.message.conversation_id } };
}

/** The jobs of the account that mail what contacts have not seen, the oldest first. */
export function followingJobs(test: TestApp, account: TestAccount) {
  return test
    .rows()
    .selectFrom('jobs')
    .selectAll()
    .where('kind', '=', 'continue_by_email')
    .where('account_id', '=', account.id)
    .orderBy('id')
    .execute();
}

/** As if the time had passed for which messages are collected, or that the next attempt waits for. */
export async function passTime(test: TestApp, account: TestAccount): Promise<void> {
  await test
    .rows()
    .updateTable('jobs')
    .set({ due_at: new Date(0) })
    .where('kind', '=', 'continue_by_email')
    .where('account_id', '=', account.id)
    .where('status', '=', 'pending')
    .execute();
}

/** Waits until every mail that was due has been sent, or has not been needed. */
export function nothingLeft(test: TestApp, account: TestAccount) {
  return eventually(
    () => followingJobs(test, account),
    (jobs) => jobs.every(({ status }) => status !== 'pending'),
  );
}
