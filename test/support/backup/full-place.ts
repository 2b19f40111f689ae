import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { givenApp } from '../app.ts';
import { givenPlace, type Place } from '../database.ts';
import { givenAccount, type TestAccount } from '../factories.ts';
import { formWith } from '../files/pictures.ts';
import { finished, givenOneOfEach } from '../one-of-each.ts';

/** A place with at least one row of most kinds, and two files; nothing runs there any more. */
export async function givenFullPlace(): Promise<{ place: Place; token: string; account: number }> {
  const place = await givenPlace();
  const test = await givenApp({}, { place });
  try {
    const account = await givenAccount(test);
    const of = await givenOneOfEach(account);
    await finished(account, of);
    await uploadTo(account, of.conversations, 'the first file');
    await uploadTo(account, of.conversations, 'x'.repeat(700_000));
    const { contacts } = of;
    await account.call('PUT', `/contacts/${contacts}`, {
      name: 'Zoë "Z"\nÅ \u2028',
      custom_attributes: { '€': [1.5, null] },
    });
    await account.call('POST', `/contacts/${contacts}/labels`, { labels: ['vip'] });
    return { place, token: account.administrator.token, account: account.id };
  } finally {
    await test.stop();
  }
}

async function uploadTo(account: TestAccount, conversation: number, content: string): Promise<void> {
  const form = formWith('attachments[]', new TextEncoder().encode(content), { message_type: 'outgoing' }, 'notes.txt');
  const { status } = await account.call('POST', `/conversations/${conversation}/messages`, form);
  if (status >= 300) throw new Error(`the file was answered with ${status}`);
}

/** The stored files, by key, and the secret key. */
export function storedIn({ dataDir }: Place): Record<string, string> {
  const files = readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((file) =>
    file.isFile(),
  );
  const named = files.map(({ name, parentPath }) => [name, readFileSync(join(parentPath, name), 'latin1')]);
  return Object.fromEntries([...named, ['secret_key', readFileSync(join(dataDir, 'secret_key'), 'utf8')]]);
}

/** A folder of the test's own. */
export function givenFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'parley-backups-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
