import { randomUUID } from 'node:crypto';
import { queueIfDue } from '../../../src/jobs/schedule.ts';
import type { TestApp } from '../app.ts';
import { eventually } from '../eventually.ts';
import { givenContact, type TestAccount } from '../factories.ts';

/** A new label. */
export async function givenLabel(account: TestAccount): Promise<{ id: number; title: string }> {
  return (await account.call('POST', '/labels', { title: `label-${randomUUID()}` })).body;
}

let last = Date.now() % 10_000_000;
/** A phone number that no other contact of the tests has. */
export const newPhoneNumber = () => `+49171${String((last += 1)).padStart(7, '0')}`;

/** A contact with these labels and, unless `contact` says otherwise, a phone number of their own. */
export async function givenRecipient(account: TestAccount, labels: { title: string }[], contact: object = {}) {
  const made = await givenContact(account, { name: 'Carla Contact', phone_number: newPhoneNumber(), ...contact });
  await account.call('POST', `/contacts/${made.id}/labels`, { labels: labels.map(({ title }) => title) });
  return made as { id: number; phone_number: string };
}

/** The values of a campaign for the contacts with the label. */
export const campaignFor = (inbox: { id: number }, label: { id: number }, more: object = {}) => ({
  title: 'Sale',
  message: 'Everything is half price today.',
  inbox_id: inbox.id,
  audience: [{ type: 'Label', id: label.id }],
  ...more,
});

/** Has the timetable look for campaigns whose time has come. */
export const lookForDue = ({ app }: TestApp) => queueIfDue(app, 'begin-campaigns');

/** The campaign once it is completed, and what became of all its messages is known. */
export function completed(account: TestAccount, { id }: { id: number }) {
  return eventually(
    async () => (await account.call('GET', `/campaigns/${id}`)).body,
    ({ campaign_status: status, total_count: total, sent_count: sent, failed_count: failed }) =>
      status === 'completed' && sent + failed === total,
  );
}
