import { readConditions } from '../../filters/read-conditions.ts';
import { inZone } from '../../filters/zone.ts';
import { ok } from '../../http/routes/answer.ts';
import { USUAL_PAGE } from '../../http/routes/page.ts';
import { routes } from '../../http/routes/route.ts';
import { listOnline } from './active-contacts.ts';
import { contactPageShape } from './answers.ts';
import { listFilteredContacts } from './filtered-contacts.ts';
import { listContacts } from './queries.ts';
import {
  activeQuery,
  filterContactsBody,
  filterContactsQuery,
  listContactsQuery,
  searchContactsQuery,
} from './schema.ts';
import { showContactPage } from './show-contact.ts';

export const contactLists = routes('/contacts');

contactLists.get(
  '/',
  {
    permission: 'contact:read',
    summary: 'List contacts',
    query: listContactsQuery,
    page: USUAL_PAGE,
    answer: ok(contactPageShape),
  },
  async ({ query, page, ...asked }) => {
    const { tx, account } = asked;
    const filter = { accountId: account.id, labels: anyOf(query.labels), text: null };
    const listed = await listContacts(tx, filter, query.sort, page);
    return showContactPage(asked, listed, page, query.include_contact_inboxes);
  },
);

contactLists.get(
  '/search',
  {
    permission: 'contact:read',
    summary: 'Search contacts',
    description: '`q` is looked for in names, e-mail addresses, phone numbers and identifiers.',
    query: searchContactsQuery,
    page: USUAL_PAGE,
    answer: ok(contactPageShape),
  },
  async ({ query, page, ...asked }) => {
    const { tx, account } = asked;
    const filter = { accountId: account.id, labels: anyOf(query.labels), text: query.q.trim() };
    const listed = await listContacts(tx, filter, query.sort, page);
    return showContactPage(asked, listed, page, query.include_contact_inboxes);
  },
);

contactLists.get(
  '/active',
  {
    permission: 'contact:read',
    summary: 'List the contacts who are online',
    query: activeQuery,
    page: USUAL_PAGE,
    answer: ok(contactPageShape),
  },
  async ({ query, page, ...asked }) => {
    const { tx, account, now } = asked;
    const listed = await listOnline(tx, account.id, query.sort, page, now);
    return showContactPage(asked, listed, page, query.include_contact_inboxes);
  },
);

contactLists.post(
  '/filter',
  {
    permission: 'contact:read',
    summary: 'Filter contacts',
    description: 'Each condition is joined to the next by its `query_operator`: AND, or OR where it says so.',
    query: filterContactsQuery,
    page: USUAL_PAGE,
    body: filterContactsBody,
    example: { payload: [{ attribute_key: 'email', filter_operator: 'contains', values: ['example.com'] }] },
    answer: ok(contactPageShape),
    isNotRepeated: true,
  },
  async ({ query, page, body, ...asked }) => {
    const { tx, account, now } = asked;
    const conditions = await readConditions(tx, account.id, 'contact', inZone(body.payload, body.timezone), now);
    const listed = await listFilteredContacts(tx, account.id, conditions, query.sort, page);
    return showContactPage(asked, listed, page, query.include_contact_inboxes);
  },
);

/** An empty list of labels is no condition. */
const anyOf = (labels: string[] | undefined) => (labels?.length ? labels : null);
