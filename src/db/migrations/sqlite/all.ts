import type { NamedMigration } from '../named-migration.ts';
import { Migration202611211115 } from './202611211115-initial.ts';
import { Migration202611211430 } from './202611211430-application-api.ts';
import { Migration202611211458 } from './202611211458-search.ts';
import { Migration202611211700 } from './202611211700-mail-and-csv.ts';
import { Migration202611211953 } from './202611211953-deleted-inboxes.ts';
import { Migration202611220228 } from './202611220228-loops.ts';
import { Migration202611220229 } from './202611220229-machine-clocks.ts';
import { Migration202611220230 } from './202611220230-invitations.ts';
import { Migration202611220231 } from './202611220231-fair-shares.ts';
import { Migration202611221240 } from './202611221240-one-activity-index-less.ts';
import { Migration202611221300 } from './202611221300-payload-layouts.ts';
import { Migration202611221600 } from './202611221600-new-messages-in-search.ts';
import { Migration202611221610 } from './202611221610-search-merges.ts';

/** In the order of application. */
export const sqliteMigrations: NamedMigration[] = [
  { name: '202611211115-initial', class: Migration202611211115 },
  { name: '202611211430-application-api', class: Migration202611211430 },
  { name: '202611211458-search', class: Migration202611211458 },
  { name: '202611211700-mail-and-csv', class: Migration202611211700 },
  { name: '202611211953-deleted-inboxes', class: Migration202611211953 },
  { name: '202611220228-loops', class: Migration202611220228 },
  { name: '202611220229-machine-clocks', class: Migration202611220229 },
  { name: '202611220230-invitations', class: Migration202611220230 },
  { name: '202611220231-fair-shares', class: Migration202611220231 },
  { name: '202611221240-one-activity-index-less', class: Migration202611221240 },
  { name: '202611221300-payload-layouts', class: Migration202611221300 },
  { name: '202611221600-new-messages-in-search', class: Migration202611221600 },
  { name: '202611221610-search-merges', class: Migration202611221610 },
];
