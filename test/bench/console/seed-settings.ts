import type { Installation } from '../support/processes.ts';
import { addMembers } from '../support/add-members.ts';
import { postTo } from '../support/seed.ts';

/** How much an account of twenty people has. */
const MEMBERS = 20;
const INBOXES = 9;
const LABELS = 20;
const TEAMS = 5;
const VIEWS = 10;
const APPS = 3;

/** Adds people to the account 1, before a server runs. */
export function seedMembers(installation: Installation): void {
  addMembers(installation, MEMBERS, 'agent');
}

/** Gives the account 1 what a console shows beside the conversations. */
export async function seedSettings(url: string, token: string): Promise<void> {
  const post = (path: string, body: object) => postTo(url, token, path, body);
  const each = async (count: number, make: (number: number) => Promise<unknown>) => {
    for (let number = 1; number <= count; number += 1) await make(number);
  };
  await each(INBOXES, (number) => post('/inboxes', { name: `Inbox ${number}`, channel: { type: 'api' } }));
  await each(LABELS, (number) => post('/labels', { title: `label-${number}`, description: 'As long as usual' }));
  await each(TEAMS, (number) => post('/teams', { name: `team ${number}`, description: 'As long as usual' }));
  await each(VIEWS, (number) => post('/custom_filters', { name: `View ${number}`, query: VIEW }));
  await each(APPS, (number) =>
    post('/dashboard_apps', { title: `App ${number}`, content: [{ type: 'frame', url: 'https://example.com/app' }] }),
  );
}

const VIEW = {
  payload: [
    { attribute_key: 'status', filter_operator: 'equal_to', values: ['open'], query_operator: 'AND' },
    { attribute_key: 'priority', filter_operator: 'equal_to', values: ['urgent'], query_operator: null },
  ],
};
