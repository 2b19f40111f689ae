import type { Readable } from 'node:stream';
import type { AccountRecord } from '../../../records/account.ts';
import type { ContactRecord } from '../../../records/contact.ts';
import { contactFiles } from './contact-files.ts';
import { conversationFiles } from './conversation-files.ts';
import { textOf } from './json-text.ts';
import { readmeOf } from './readme.ts';
import type { Exporting, Source } from './source.ts';
import { type Entry, zipOf } from './zip-of.ts';

/** All data of the contact as a streamed ZIP archive. The export is written to the audit log first. */
export async function exportContact(
  exporting: Exporting,
  account: AccountRecord,
  contact: ContactRecord,
): Promise<Readable> {
  const exported = { type: 'Contact', id: contact.id, action: 'export', changes: {} } as const;
  await exporting.tx.audit({ accountId: account.id, ...exported });
  return zipOf(entriesOf({ ...exporting, account, contact, missing: [] }));
}

async function* entriesOf(source: Source): AsyncGenerator<Entry> {
  const { account, contact, now: time, missing } = source;
  yield { name: 'README.txt', time, content: textOf(readmeOf(account, contact, time)) };
  yield* contactFiles(source);
  yield* conversationFiles(source);
  if (missing.length > 0) yield { name: 'missing-files.txt', time, content: textOf(`${missing.join('\n')}\n`) };
}
