import type { Request } from './support/drive.ts';
import { REPORTS } from './report-rows.ts';
import { create } from './support/loads.ts';

/** What is asked of both databases; `grows`: it counts all that it finds, and finds more where there is more. */
export type Row = { key: string; what: string; request: Request; grows?: boolean };

const equal = (key: string, ...values: unknown[]) => ({ attribute_key: key, filter_operator: 'equal_to', values });
const get = (path: string): Request => ({ method: 'GET', path });
const filter = (...payload: object[]): Request => ({
  method: 'POST',
  path: '/conversations/filter',
  body: { payload },
});

export const ROWS: Row[] = [
  { key: 'list', what: 'conversations, first page', request: get('/conversations') },
  { key: 'page', what: 'conversations, page 20', request: get('/conversations?page=20') },
  {
    key: 'mine',
    what: 'conversations, my pending ones',
    request: get('/conversations?status=pending&assignee_type=me'),
  },
  { key: 'inbox', what: 'conversations of an inbox, any status', request: get('/conversations?status=all&inbox_id=2') },
  { key: 'priority', what: 'conversations by priority', request: get('/conversations?sort_by=priority_desc') },
  { key: 'waiting', what: 'conversations by waiting time', request: get('/conversations?sort_by=waiting_since_asc') },
  {
    key: 'label',
    what: 'conversations with a label that 20 have',
    request: get('/conversations?status=all&labels[]=rare'),
  },
  { key: 'search-rare', what: 'search for a word that 10 messages have', request: get('/conversations/search?q=n3x') },
  {
    key: 'search-common',
    what: 'search for two common words',
    request: get('/conversations/search?q=refund%20parcel'),
    grows: true,
  },
  {
    key: 'filter-inbox',
    what: 'filter by status and inbox',
    request: filter(equal('status', 'open'), equal('inbox_id', 2)),
  },
  {
    key: 'filter-label',
    what: 'filter by a label that 20 have',
    request: filter(equal('labels', 'rare'), equal('status', 'open', 'pending', 'resolved')),
  },
  {
    key: 'filter-priority',
    what: 'filter by a priority that 1.25 % have',
    request: filter(equal('priority', 'high')),
  },
  {
    key: 'filter-referer',
    what: 'filter by a referer that no conversation has',
    request: filter({ attribute_key: 'referer', filter_operator: 'contains', values: ['shop'] }),
    grows: true,
  },
  { key: 'contacts', what: 'contacts, first page', request: get('/contacts?sort=name') },
  {
    key: 'contacts-one',
    what: 'contacts, search for a part of an address that one has',
    request: get('/contacts/search?q=rson777%40'),
  },
  {
    key: 'contacts-many',
    what: 'contacts, search for three letters that 1 in 25 have',
    request: get('/contacts/search?q=efu'),
    grows: true,
  },
  { key: 'messages', what: 'messages of a conversation', request: get('/conversations/77/messages') },
  ...REPORTS,
  {
    key: 'create',
    what: 'message create, synced to disk',
    request: create(),
  },
];
