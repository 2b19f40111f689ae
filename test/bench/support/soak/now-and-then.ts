import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Mailboxes } from '../mails/mailboxes.ts';
import { type Installation, type Program, runCommand } from '../processes.ts';
import { oneOf } from './acts.ts';
import type { Client } from './client.ts';
import { type Ledger, noteFailure } from './ledger.ts';
import type { Place } from './seed.ts';
import { createMessage, sentNow } from './steady.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const IMPORTED = 2000;
const FILE_BYTES = 40_000;

/** Where and with what the soak does things. */
export type Means = {
  program: Program;
  installation: Installation;
  /** For files. */
  folder: string;
  client: Client;
  place: Place;
  mailboxes: Mailboxes;
  ledger: Ledger;
};

type Occasion = { everyMs: number; work: (means: Means, turn: number) => Promise<unknown> };

/** What happens beside the steady requests; imports, exports and backups as often as the length of the soak allows. */
const occasionsIn = (minutes: number): Occasion[] => [
  { everyMs: 0.7 * SECOND, work: tellSlowWebhook },
  { everyMs: 2 * SECOND, work: async ({ mailboxes }) => mailboxes.add() },
  { everyMs: 4 * SECOND, work: answerMail },
  { everyMs: 5 * SECOND, work: sendFile },
  { everyMs: Math.max(1, minutes / 10) * MINUTE, work: importContacts },
  { everyMs: Math.max(1, minutes / 11) * MINUTE, work: exportContacts },
  { everyMs: (minutes / 2.5) * MINUTE, work: backUp },
];

/** Does everything at its times until the signal, and waits for the end of what was begun. */
export async function actNowAndThen(means: Means, minutes: number, until: AbortSignal): Promise<void> {
  await Promise.all(
    occasionsIn(minutes).map(async ({ everyMs, work }) => {
      for (let turn = 0; await passed(everyMs, until); turn += 1) {
        await work(means, turn).catch((error: unknown) => noteFailure(means.ledger, error));
      }
    }),
  );
}

/** Does everything once, or twice where there are two ways of doing it. */
export async function actOnce(means: Means): Promise<void> {
  for (const turn of [0, 1]) for (const { work } of occasionsIn(1)) await work(means, turn);
}

/** Waits; false = the signal came before. */
const passed = (ms: number, signal: AbortSignal) => sleep(ms, true, { signal }).catch(() => false);

const tellSlowWebhook = ({ client, place, ledger }: Means) =>
  createMessage(client, oneOf(place.slowConversations), ledger);

async function answerMail({ client, place, ledger }: Means): Promise<void> {
  const path = `/conversations?status=all&inbox_id=${oneOf(place.mailInboxes)}`;
  const { data } = await client.ask<{ data: { payload: { id: number }[] } }>({ method: 'GET', path });
  if (data.payload.length === 0) return;
  const content = `Answer ${ledger.answers.size + 1} is on its way to you.`;
  const body = { content, message_type: 'outgoing' };
  await client.ask({ method: 'POST', path: `/conversations/${oneOf(data.payload).id}/messages`, body });
  ledger.answers.add(content);
}

async function sendFile({ client, place, ledger }: Means): Promise<void> {
  const form = new FormData();
  form.append('content', sentNow());
  form.append('message_type', 'outgoing');
  const text = `Line ${ledger.messages.length}\n`;
  form.append('attachments[]', new File([text.repeat(FILE_BYTES / text.length)], 'log.txt', { type: 'text/plain' }));
  const path = `/conversations/${oneOf(place.conversations)}/messages`;
  ledger.messages.push((await client.ask({ method: 'POST', path, body: form })).id);
}

/** New contacts, by the API and by the command in turns. */
async function importContacts({ program, installation, folder, client, ledger }: Means, turn: number): Promise<void> {
  const csv = peopleFrom(ledger.imported);
  if (turn % 2 === 0) {
    const form = new FormData();
    form.append('import_file', new File([csv], 'people.csv', { type: 'text/csv' }));
    await client.ask({ method: 'POST', path: '/contacts/import', body: form });
  } else {
    const file = join(folder, 'people.csv');
    writeFileSync(file, csv);
    await runCommand(program, ['import-contacts', file, '--account', '1', '--json'], installation);
  }
  Object.assign(ledger, { imported: ledger.imported + IMPORTED });
}

function peopleFrom(first: number): string {
  const lines = Array.from({ length: IMPORTED }, (_, index) => {
    const number = first + index;
    return `id-${number},Person ${number},person${number}@example.com,Company ${number % 99},Berlin`;
  });
  return `identifier,name,email,company,city\n${lines.join('\n')}\n`;
}

async function exportContacts({ program, installation, folder, client }: Means, turn: number): Promise<void> {
  if (turn % 2 === 0) await client.ask({ method: 'POST', path: '/contacts/export', body: {} });
  else {
    const file = join(folder, 'exported.csv');
    await runCommand(program, ['export-contacts', '--account', '1', '--output', file, '--json'], installation);
  }
}

const backUp = ({ program, installation, folder }: Means, turn: number) =>
  runCommand(program, ['backup', join(folder, `backup-${turn}-${Date.now()}.tar.zst`)], installation);
