import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { givenAccountIn, givenContactsIn } from '../../support/account-in.ts';
import { givenPlace, type Place } from '../../support/database.ts';
import { killParley, runParley } from '../../support/parley.ts';
import { withRows } from '../../support/database/rows.ts';

let place: Place;
let folder: string;
/** The account with these contacts. */
let ofThousands: string;
const THOUSANDS = Array.from({ length: 5003 }, (_, index) => `p${index}@example.com`);
beforeAll(async () => {
  place = await givenPlace();
  folder = mkdtempSync(join(tmpdir(), 'parley-export-'));
  ofThousands = await givenContacts(['email', ...THOUSANDS].join('\n'));
});
afterAll(async () => {
  await place.remove();
  rmSync(folder, { recursive: true });
});

let accounts = 0;
async function givenAccount(): Promise<string> {
  accounts += 1;
  return String((await givenAccountIn(place, `ada${accounts}@example.com`)).id);
}

/** An account with the contacts of this CSV. */
async function givenContacts(text: string): Promise<string> {
  const account = await givenAccount();
  const file = join(folder, `given ${account}.csv`);
  writeFileSync(file, text);
  await givenContactsIn(place, Number(account), file);
  return account;
}

const exportFrom = (account: string, ...args: string[]) =>
  runParley(['export-contacts', '--account', account, ...args], place);

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 1));
}

/** Everything about the contacts that an import can set. */
const contactsOf = (account: string) =>
  withRows(place, (rows) =>
    rows
      .selectFrom('contacts')
      .select(['name', 'email', 'phone_number', 'identifier', 'company', 'city', 'country', 'labels'])
      .where('account_id', '=', Number(account))
      .orderBy('id')
      .execute(),
  );

const PEOPLE = `identifier,name,email,phone_number,company,city,country,labels
c-1,"Carla, ""C""",carla@example.com,+4930123456,"Acme; Sons",Berlin,DE,"vip,berlin"
-2,=1+1,bob@example.com,,@home,'=Paris,,
,"Zoë
Zwei",,+14155550123,,,,-5%
`;

describe('parley export-contacts', () => {
  it('writes a file from which an import makes the same contacts', async () => {
    const account = await givenContacts(PEOPLE);
    const second = await givenAccount();
    const file = join(folder, 'all.csv');

    const exported = await exportFrom(account, '--output', file, '--json');
    const imported = await runParley(['import-contacts', file, '--account', second, '--json'], place);
    const again = await runParley(['import-contacts', file, '--account', account, '--json'], place);

    expect([exported.code, JSON.parse(exported.stdout)]).toEqual([0, { count: 3, file }]);
    expect(JSON.parse(imported.stdout)).toMatchObject({ total: 3, created: 3, failed: 0 });
    expect(JSON.parse(again.stdout)).toMatchObject({ total: 3, unchanged: 3 });
    const contacts = await contactsOf(account);
    expect(contacts.map(({ name, city, labels }) => [name, city, labels])).toEqual([
      ['Carla, "C"', 'Berlin', ['vip', 'berlin']],
      ['=1+1', '=Paris', []],
      ['Zoë\nZwei', null, ['-5%']],
    ]);
    expect(await contactsOf(second)).toEqual(contacts);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('writes to standard output, and nothing else there', async () => {
    const account = await givenContacts(PEOPLE);

    const { code, stdout, stderr } = await exportFrom(
      account,
      '--columns',
      'name, phone_number,labels',
      '--label',
      'VIP',
    );

    expect([code, stdout, stderr]).toEqual([
      0,
      '\uFEFFname,phone_number,labels\n"Carla, ""C""",\'+4930123456,"vip,berlin"\n',
      '',
    ]);
  });

  it('writes everything about each contact unless told otherwise, and of no other account', async () => {
    const account = await givenContacts('email,shoe size\ncarla@example.com,38\n');
    await givenContacts('email\nelsewhere@example.com\n');
    const file = join(folder, 'every column.csv');

    const { stdout } = await exportFrom(account, '--output', file);

    expect(stdout).toBe(`Contacts written to ${file}: 1\n`);
    const rows: Record<string, string>[] = parse(readFileSync(file), { bom: true, columns: true });
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      email: 'carla@example.com',
      blocked: 'false',
      custom_attributes: '{"shoe size":"38"}',
    });
    expect(Object.keys(rows[0]!)).toHaveLength(15);
  });

  it('writes thousands of contacts', async () => {
    const { stdout } = await exportFrom(ofThousands, '--columns', 'email');

    expect(stdout).toBe(`\uFEFFemail\n${THOUSANDS.join('\n')}\n`);
  });

  it.each(['SIGKILL', 'SIGINT', 'SIGTERM'] as const)('leaves a file as it was when %s ends it', async (signal) => {
    const own = mkdtempSync(join(folder, 'ended-'));
    const file = join(own, 'people.csv');
    const args = ['export-contacts', '--account', ofThousands, '--output', file];
    writeFileSync(file, 'old');

    const ended = await killParley(args, place, () => until(() => readdirSync(own).length > 1), { signal });

    expect([ended, readFileSync(file, 'utf8')]).toEqual([signal, 'old']);
    // Nobody can tidy up after SIGKILL but the next one.
    expect(readdirSync(own)).toHaveLength(signal === 'SIGKILL' ? 2 : 1);
    expect((await runParley(args, place)).code).toBe(0);
    expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(1 + THOUSANDS.length);
    expect(readdirSync(own)).toEqual(['people.csv']);
  });

  it('replaces a file once the new one is complete, and keeps its mode and the links to it', async () => {
    const account = await givenContacts(PEOPLE);
    const [file, link] = [join(folder, 'shared.csv'), join(folder, 'link.csv')];
    writeFileSync(file, 'old');
    chmodSync(file, 0o640);
    symlinkSync(file, link);

    const { code } = await exportFrom(account, '--columns', 'identifier', '--output', link);

    expect([code, readFileSync(file, 'utf8')]).toEqual([0, "\uFEFFidentifier\nc-1\n'-2\n\n"]);
    expect([statSync(file).mode & 0o777, lstatSync(link).isSymbolicLink()]).toEqual([0o640, true]);
  });

  it('writes to a pipe, and to /dev/stdout as to standard output', async () => {
    const account = await givenContacts(PEOPLE);
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const args = ['--columns', 'identifier', '--output'];

    const [piped, read] = await Promise.all([exportFrom(account, ...args, pipe), readFile(pipe, 'utf8')]);
    const shown = await exportFrom(account, ...args, '/dev/stdout');

    expect([piped.code, shown.code, shown.stdout]).toEqual([0, 0, read]);
    expect(read).toBe("\uFEFFidentifier\nc-1\n'-2\n\n");
    expect(lstatSync(pipe).isFIFO()).toBe(true);
  });

  it.each([
    [['--account', '4711'], 1, 'Account not found'],
    [['--account', '1', '--output', '/no/such/folder/x.csv'], 1, '/no/such/folder/x.csv cannot be written'],
    [['--account', '1', '--json'], 2, 'name a file with --output'],
    [['--account', '1', '--columns', 'name,password'], 2, 'there is no column "password": --columns takes id, name,'],
    [['--account', 'one'], 2, 'must be a number'],
    [[], 2, "required option '--account <id>'"],
  ])('answers %j with exit code %i and one line', async (args, exitCode, line) => {
    const { code, stdout, stderr } = await runParley(['export-contacts', ...args], place);

    expect([code, stdout]).toEqual([exitCode, '']);
    expect(stderr).toContain(line);
    expect(stderr.split('\n')).toHaveLength(2);
  });
});
