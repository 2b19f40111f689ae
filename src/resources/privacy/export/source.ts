import type { Tx } from '../../../db/tx.ts';
import type { AccountRecord } from '../../../records/account.ts';
import type { ContactRecord } from '../../../records/contact.ts';

/** Where and when an export is made; `masksIds`: for somebody who may only read, without the source ids with which a contact writes. */
export type Exporting = { tx: Tx; dataDir: string; publicUrl: string; now: Date; masksIds: boolean };

/** The source of an export; `missing` collects files that are referenced but do not exist. */
export type Source = Exporting & { account: AccountRecord; contact: ContactRecord; missing: string[] };
