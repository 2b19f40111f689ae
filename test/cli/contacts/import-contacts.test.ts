import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { givenAccountIn } from '../../support/account-in.ts';
import { givenPlace, type Place } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { killParley, runParley } from '../../support/parley.ts';
import { withRows } from '../../support/database/rows.ts';

let place: Place;
let folder: string;
beforeAll(async () => {
  place = await givenPlace();
  folder = mkdtempSync(join(tmpdir(), 'parley-import-'));
});
afterAll(async () => {
  await place.remove();
  rmSync(folder, { recursive: true });
});

let accounts = 0;
/** An account, and what imports a file with this text into it. */
async function given() {
  accounts += 1;
  const { id: account } = await givenAccountIn(place, `ada${accounts}@example.com`);
  const file = join(folder, `people ${accounts}.csv`);
  const importText = (text: string | Buffer, ...options: string[]) => {
    writeFileSync(file, text);
    return runParley(['import-contacts', file, '--account', String(account), ...options], place);
  };
  const contacts = () =>
    withRows(place, (rows) =>
      rows.selectFrom('contacts').selectAll().where('account_id', '=', account).orderBy('id').execute(),
    );
  return { account, file, importText, contacts };
}

const PEOPLE = `\uFEFFName;E-Mail;Phone Number;Company;City;country;Shoe Size;LABELS
Carla; Carla@Example.com ;+49 (30) 123-456;Acme;Berlin;DE;38;"vip, Berlin"
Bob;bob@example.com;004930999999;;;;;
;;+14155550123;;;;;
`;

describe('parley import-contacts', () => {
  it('makes a contact of each row, with each cell in its field', async () => {
    const { importText, contacts } = await given();

    const { code, stdout } = await importText(PEOPLE, '--json', '--label', 'Imported');

    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      { total: 3, created: 3, updated: 0, unchanged: 0, failed: 0, rejected_file: null, errors: [] },
    ]);
    const [carla, bob, third] = await contacts();
    expect(carla).toMatchObject({
      name: 'Carla',
      email: 'carla@example.com',
      phone_number: '+4930123456',
      additional_attributes: { company_name: 'Acme', city: 'Berlin', country: 'DE' },
      custom_attributes: { 'Shoe Size': '38' },
      labels: ['vip', 'berlin', 'imported'],
      company: 'Acme',
    });
    expect(bob).toMatchObject({ phone_number: '+4930999999', additional_attributes: {}, labels: ['imported'] });
    expect(third).toMatchObject({ name: '', email: null, phone_number: '+14155550123' });
  });

  it('finds contacts that exist, and changes only fields that differ in the file', async () => {
    const { importText, contacts } = await given();
    await importText(PEOPLE);

    const again = JSON.parse((await importText(PEOPLE, '--json')).stdout);
    const changed = JSON.parse(
      (await importText('email\tname\tcity\nbob@example.com\tRobert\tParis\ncarla@example.com\t\t\n', '--json')).stdout,
    );

    expect(again).toMatchObject({ total: 3, created: 0, updated: 0, unchanged: 3, failed: 0 });
    expect(changed).toMatchObject({ total: 2, created: 0, updated: 1, unchanged: 1, failed: 0 });
    expect((await contacts()).map(({ name, city }) => [name, city])).toEqual([
      ['Carla', 'Berlin'],
      ['Robert', 'Paris'],
      ['', null],
    ]);
  });

  it('finds a contact by identifier, then e-mail, then phone number', async () => {
    const { importText, contacts } = await given();
    await importText('identifier,email,phone_number\na,a@example.com,+491111111\n,b@example.com,+492222222\n');

    const { stdout } = await importText(
      [
        'identifier,email,phone_number,name',
        'a,new@example.com,,By identifier',
        'b,b@example.com,,By email',
        ',c@example.com,+492222222,By phone',
      ].join('\n'),
      '--json',
    );

    expect(JSON.parse(stdout)).toMatchObject({ created: 0, updated: 3, failed: 0 });
    expect(await contacts()).toMatchObject([
      { identifier: 'a', email: 'new@example.com', phone_number: '+491111111', name: 'By identifier' },
      { identifier: 'b', email: 'c@example.com', phone_number: '+492222222', name: 'By phone' },
    ]);
  });

  it('keeps every row that it rejects, with the reason, in a file that can be imported once corrected', async () => {
    const { file, importText, contacts } = await given();
    await importText('email,phone_number\ntaken@example.com,+491234567\n');
    const rejectedFile = file.replace('.csv', '.rejected.csv');

    const { code, stdout } = await importText(
      [
        'email,name,phone_number,size',
        'not an address,Ann,,1',
        ',Nameless,,2',
        'x@example.com,Xaver,call me,3',
        'y@example.com,Yara,+491234567,4',
        'taken@example.com,Theo,+497777777,5',
        'z@example.com,"Zoe ""Z""",,6,7',
        'fine@example.com,Fine,,8',
        'clash@example.com,One,+498888888,9',
        'other@example.com,Two,+498888888,10',
      ].join('\n'),
      '--json',
    );

    expect(code).toBe(0);
    const answer = JSON.parse(stdout);
    expect(answer).toMatchObject({ total: 9, created: 3, updated: 2, failed: 4, rejected_file: rejectedFile });
    expect(answer.errors).toEqual([
      { row: 2, column: 'email', message: 'is not an e-mail address' },
      { row: 3, column: null, message: expect.stringContaining('needs one of identifier, email, phone_number') },
      { row: 4, column: 'phone_number', message: expect.stringContaining('should be in e164 format') },
      { row: 7, column: null, message: 'has more cells than the first row has columns' },
    ]);
    const lines = readFileSync(rejectedFile, 'utf8').trimEnd().split('\n');
    expect(lines).toHaveLength(5);
    expect(lines[0]).toBe('\uFEFFemail,name,phone_number,size,errors');
    expect(lines[1]).toBe('not an address,Ann,,1,email is not an e-mail address');
    const corrected = readFileSync(rejectedFile, 'utf8').replace('not an address', 'ann@example.com');
    const again = await importText(corrected, '--json');
    expect(JSON.parse(again.stdout)).toMatchObject({ created: 1, failed: 3 });
    const ann = (await contacts()).find(({ name }) => name === 'Ann');
    expect(ann?.custom_attributes).toEqual({ size: '1' });
  });

  it('rejects what would take the e-mail or phone number of another contact', async () => {
    const { importText } = await given();
    await importText('identifier,email,phone_number\na,a@example.com,+491111111\nb,b@example.com,+492222222\n');

    const { stdout } = await importText(
      'identifier,email,phone_number\na,b@example.com,\nc,,+492222222\nd,a@example.com,+492222222\n',
      '--json',
    );

    const { errors, ...counts } = JSON.parse(stdout);
    expect(errors).toEqual([
      { row: 2, column: 'email', message: 'is that of another contact' },
      { row: 4, column: 'phone_number', message: 'is that of another contact' },
    ]);
    expect(counts).toMatchObject({ created: 0, updated: 1, failed: 2 });
  });

  it('rejects a row whose attributes are too many together with those that the contact has', async () => {
    const { importText, contacts } = await given();
    const row = (name: string) => `email,${name}\na@example.com,${'x'.repeat(60_000)}\n`;
    await importText(row('first'));

    const { code, stdout } = await importText(row('second'), '--json');

    expect([code, JSON.parse(stdout)]).toMatchObject([0, { updated: 0, failed: 1 }]);
    expect(JSON.parse(stdout).errors).toEqual([
      { row: 2, column: 'custom_attributes', message: 'is too large (maximum is 100000 characters of JSON)' },
    ]);
    expect(Object.keys((await contacts())[0]?.custom_attributes ?? {})).toEqual(['first']);
  });

  it('rejects a row with too many labels', async () => {
    const { importText, contacts } = await given();
    const labels = Array.from({ length: 150_000 }, (_, index) => index.toString(36));

    const { code, stdout } = await importText(
      `email,labels\na@example.com,"${labels.join()}"\nb@example.com,"${'b,'.repeat(150_000)}"\n`,
      '--json',
    );

    expect([code, JSON.parse(stdout)]).toMatchObject([0, { created: 1, failed: 1 }]);
    expect(JSON.parse(stdout).errors).toEqual([{ row: 2, column: 'labels', message: 'must have at most 2000 items' }]);
    expect(await contacts()).toMatchObject([{ email: 'b@example.com', labels: ['b'] }]);
  });

  it('changes nothing under --dry-run, and says what would happen', async () => {
    const { file, importText, contacts } = await given();

    const { stdout } = await importText(`${PEOPLE}nobody;nothing;;;;;;\n`, '--dry-run');

    expect(stdout).toMatch(/^4 rows: 3 created, 0 updated, 0 unchanged, 1 rejected\n {2}row 5: email is not an e-mail/);
    expect(existsSync(file.replace('.csv', '.rejected.csv'))).toBe(false);
    expect(stdout).toContain('Nothing was changed: this was a dry run.');
    expect(await contacts()).toEqual([]);
    const account = await withRows(place, (rows) =>
      rows.selectFrom('accounts').select('contacts_count').orderBy('id', 'desc').executeTakeFirstOrThrow(),
    );
    expect(account.contacts_count).toBe(0);
  });

  it('gives cells the types of their attributes', async () => {
    const { account, importText, contacts } = await given();
    await withRows(place, (rows) =>
      rows
        .insertInto('custom_attribute_definitions')
        .values(
          (['number', 'checkbox'] as const).map((type) => ({
            account_id: account,
            attribute_display_name: type,
            attribute_display_type: type,
            attribute_key: `my_${type}`,
            attribute_model: 'contact_attribute' as const,
            attribute_values: '[]' as never,
            created_at: new Date(),
            updated_at: new Date(),
          })),
        )
        .execute(),
    );

    const rows = ['a@example.com,4.5,TRUE', 'b@example.com,many,no', 'c@example.com,,no'];
    const { stdout } = await importText(`email,My Number,my_checkbox\n${rows.join('\n')}\n`, '--json');

    expect((await contacts()).map(({ custom_attributes: attributes }) => attributes)).toEqual([
      { my_number: 4.5, my_checkbox: true },
      { my_checkbox: false },
    ]);
    expect(JSON.parse(stdout).errors).toEqual([{ row: 3, column: 'my_number', message: 'must be a number' }]);
  });

  it('takes thousands of rows, some of them about one contact', async () => {
    const { importText, contacts } = await given();
    const rows = Array.from({ length: 1203 }, (_, index) => `p${index % 1100}@example.com,"Person\n${index}"`);

    const { stdout, stderr } = await importText(`email,name\n${rows.join('\n')}\n`, '--json');

    expect(JSON.parse(stdout)).toMatchObject({ total: 1203, created: 1100, updated: 103, failed: 0 });
    expect(stderr).toBe('');
    expect(await contacts()).toHaveLength(1100);
  });

  it('imports nothing from a file that is not CSV throughout', async () => {
    const { file, importText, contacts } = await given();

    const { code, stdout, stderr } = await importText('email,name\na@example.com,A\nb@example.com,"B\n');

    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`${file} is no CSV from line`);
    expect(await contacts()).toEqual([]);
  });

  it('says which row is too long, and imports nothing then', async () => {
    const { file, importText, contacts } = await given();

    const { code, stdout, stderr } = await importText(
      `email,bio\na@example.com,short\nb@example.com,${'x'.repeat(3_000_000)}\n`,
    );

    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe(`parley: ${file} has a row with more than 1,000,000 bytes, at line 3: shorten its cells\n`);
    expect(await contacts()).toEqual([]);
  });

  it('imports nothing from a file in another encoding, as its letters would be lost', async () => {
    const { file, importText, contacts } = await given();

    const { code, stdout, stderr } = await importText(Buffer.from('email,name\nj@example.com,Jürgen\n', 'latin1'));

    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`${file} is not in UTF-8: save it again as "CSV UTF-8"`);
    expect(await contacts()).toEqual([]);
  });

  it('reads letters of several bytes anywhere in the file', async () => {
    const { importText, contacts } = await given();
    const names = Array.from({ length: 30 }, (_, index) => `${'x'.repeat(index % 4)}${'漢😀'.repeat(500)}`);

    const { code } = await importText(`email,bio\n${names.map((name, n) => `${n}@example.com,${name}`).join('\n')}\n`);

    expect(code).toBe(0);
    expect((await contacts()).map(({ custom_attributes: { bio } }) => bio)).toEqual(names);
  });

  it('makes rejected cells harmless that a spreadsheet would take for a formula, and reads them as they were', async () => {
    const { file, importText, contacts } = await given();
    const rejectedFile = file.replace('.csv', '.rejected.csv');

    await importText(`email,name,note\nnobody,"=HYPERLINK(""x"")",'+1\n`);
    const rejected = readFileSync(rejectedFile, 'utf8');
    await importText(rejected.replace('nobody', 'a@example.com'));

    expect(rejected).toContain(`nobody,"'=HYPERLINK(""x"")",'+1,email is not`);
    expect((await contacts()).map(({ name, custom_attributes }) => [name, custom_attributes])).toEqual([
      ['=HYPERLINK("x")', { note: '+1' }],
    ]);
  });

  it('says why the file of rejected rows cannot be written', async () => {
    const { file, importText } = await given();
    mkdirSync(file.replace('.csv', '.rejected.csv'));

    const { code, stdout, stderr } = await importText('email,name\nnobody,A\n');

    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^parley: the rejected rows cannot be written \(EISDIR.*\.rejected\.csv.*--rejected.*\n$/);
  });

  it('writes rejected rows where it is told to', async () => {
    const { file, importText } = await given();
    const elsewhere = join(folder, 'elsewhere.csv');

    const { code, stdout } = await importText('email,name\nnobody,A\n', '--json', '--rejected', elsewhere);

    expect([code, JSON.parse(stdout).rejected_file]).toEqual([0, elsewhere]);
    expect(readFileSync(elsewhere, 'utf8')).toContain('nobody,A,email is not');
    expect(existsSync(file.replace('.csv', '.rejected.csv'))).toBe(false);
  });

  it.each(['-', '/dev/stdin'])('reads %s to its end', async (name) => {
    const { account, contacts } = await given();
    const rows = Array.from({ length: 3000 }, (_, index) => `p${index}@example.com,${'x'.repeat(50)}`);
    const args = [
      'import-contacts',
      name,
      '--account',
      String(account),
      '--rejected',
      join(folder, 'none.csv'),
      '--json',
    ];

    const { code, stdout } = await runParley(args, place, {}, `email,name\n${rows.join('\n')}\n`);

    expect([code, JSON.parse(stdout)]).toMatchObject([0, { total: 3000, created: 3000, failed: 0 }]);
    expect(await contacts()).toHaveLength(3000);
  });

  it('reads a named pipe to its end, and leaves no copy of it', async () => {
    const { account, contacts } = await given();
    const pipe = join(folder, 'pipe');
    const temporary = join(folder, 'temporary');
    mkdirSync(temporary);
    execFileSync('mkfifo', [pipe]);

    const env = { TMPDIR: temporary };
    const importing = runParley(['import-contacts', pipe, '--account', String(account), '--json'], place, env);
    await writeFile(pipe, 'email,name\na@example.com,A\n');
    const { code, stdout } = await importing;

    expect([code, JSON.parse(stdout)]).toMatchObject([0, { total: 1, created: 1 }]);
    expect(await contacts()).toHaveLength(1);
    expect(readdirSync(temporary)).toEqual([]);
  });

  it.each(['', ' ', 'a b,c', 'x', '-x'])('refuses the label %j, which the API refuses as well', async (label) => {
    const { importText, contacts } = await given();

    const { code, stdout, stderr } = await importText('email\na@example.com\n', '--label', label);

    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^parley: --label "[^"]*" (must|can't) be .*\n$/);
    expect(await contacts()).toEqual([]);
  });

  it('says how many rows are in when Ctrl-C ends it, and takes the rest when it is run again', async () => {
    const { account, file, contacts } = await given();
    const rows = Array.from({ length: 8000 }, (_, index) => `p${index}@example.com,Person`);
    writeFileSync(file, `email,name\n${rows.join('\n')}\n`);
    const args = ['import-contacts', file, '--account', String(account)];

    let stderr = '';
    // The connection is open before the import begins, which may be over soon.
    const signal = await withRows(place, (rows) => {
      const first = rows.selectFrom('contacts').select('id').where('account_id', '=', account).limit(1);
      const someAreIn = () =>
        eventually(
          () => first.execute(),
          ({ length }) => length > 0,
        );
      return killParley(args, place, async () => void (await someAreIn()), {
        signal: 'SIGINT',
        onError: (text) => (stderr += text),
      });
    });
    const kept = (await contacts()).length;
    const again = await runParley([...args, '--json'], place);

    expect(signal).toBe('SIGINT');
    const [, said] = /^interrupted: (\d+) of 8000 rows are in; import the file again/.exec(stderr) ?? [];
    // A batch may have been stored that was not counted yet.
    expect([0, 500]).toContain(kept - Number(said));
    expect(JSON.parse(again.stdout)).toMatchObject({ total: 8000, created: 8000 - kept, unchanged: kept });
  });

  it.each([
    ['', 'has nothing in its first row, which must name the columns'],
    ['\nemail\n', 'has nothing in its first row'],
    ['"email\n', 'has quotes in its first row that do not end there'],
    [
      'color,name\nred,Ann\n',
      'has the first row "color", "name", which must name the columns, among them at least one of',
    ],
    ['a@example.com,Ann\n', 'has the first row "a@example.com", "Ann", which must name the columns'],
    ['email|name\na@example.com|Ann\n', 'there must be commas, semicolons or tabs between cells'],
    [Buffer.from('email\na@example.com\n', 'utf16le'), 'is in UTF-16: save it again as "CSV UTF-8"'],
    [Buffer.from('\uFEFFemail\na@example.com\n', 'utf16le'), 'is in UTF-16: save it again as "CSV UTF-8"'],
    [Buffer.from('\uFEFFemail\na@example.com\n', 'utf16le').swap16(), 'is in UTF-16: save it again as "CSV UTF-8"'],
    ['email,long text\u0000\n', 'is no text'],
  ])('refuses the file %j', async (text, line) => {
    const { file, importText } = await given();

    const { code, stdout, stderr } = await importText(text);

    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(line);
    expect(stderr.split('\n')).toHaveLength(2);
    expect(existsSync(file.replace('.csv', '.rejected.csv'))).toBe(false);
  });

  it.each([
    [['nowhere.csv', '--account', '1'], 1, 'there is no file nowhere.csv'],
    [['/', '--account', '1'], 1, '/ cannot be read'],
    [['nowhere.csv', '--account', '4711'], 1, 'Account not found'],
    [['nowhere.csv'], 2, "required option '--account <id>'"],
  ])('answers %j with exit code %i and one line', async (args, exitCode, line) => {
    const { code, stdout, stderr } = await runParley(['import-contacts', ...args], place);

    expect([code, stdout]).toEqual([exitCode, '']);
    expect(stderr).toContain(line);
    expect(stderr.split('\n')).toHaveLength(2);
  });
});
