import { Readable } from 'node:stream';
import { safeCell } from '../../csv/safe-cell.ts';
import { csvStream } from '../../csv/write-csv.ts';
import type { ResponseRow } from './queries.ts';

const COLUMNS = [
  'Agent Name',
  'Rating',
  'Feedback Comment',
  'Contact Name',
  'Contact Email Address',
  'Contact Phone Number',
  'Link to the conversation',
  'Recorded date',
];

/**
 * The answers as a CSV file, written while they are read; a failure to read them ends it with the error. Texts are
 * escaped so that spreadsheets do not take them for formulas. `publicUrl` is the address of this server, for links.
 */
export function responsesFile(responses: AsyncIterable<ResponseRow>, publicUrl: string): Readable {
  const rows = csvStream({ header: true, columns: COLUMNS });
  const source = Readable.from(linesOf(responses, publicUrl));
  // A failure ends the file early and is logged.
  source.once('error', (error) => rows.destroy(error));
  return source.pipe(rows);
}

async function* linesOf(responses: AsyncIterable<ResponseRow>, publicUrl: string) {
  for await (const response of responses) {
    yield [
      safeCell(response.agent?.name ?? ''),
      String(response.rating),
      safeCell(response.feedbackMessage ?? ''),
      safeCell(response.contact.name),
      safeCell(response.contact.email ?? ''),
      safeCell(response.contact.phoneNumber ?? ''),
      `${publicUrl}/app/accounts/${response.accountId}/conversations/${response.displayId}`,
      response.createdAt.toISOString(),
    ];
  }
}
