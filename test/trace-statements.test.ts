import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { givenApp, type TestApp } from './support/app.ts';
import { givenAccount, givenContact } from './support/factories.ts';

type Line = { msg: string; level: string; sql: string; ms: number; rows?: number; failed?: boolean };

/** An app with this level of the log, and what it has logged of statements. */
async function givenLogged(level: string) {
  const lines: Line[] = [];
  const log = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const test = await givenApp({ 'log.level': level }, { log, jobs: false });
  return { test, statements: () => lines.filter(({ msg }) => msg === 'statement') };
}

describe('with log.level trace', () => {
  let test: TestApp;
  let statements: () => Line[];
  beforeAll(async () => {
    ({ test, statements } = await givenLogged('trace'));
  });
  afterAll(() => test.stop());

  it('the log has each statement with its time and its number of rows', async () => {
    const before = statements().length;
    await sql`select ${'a value'} as one union all select 'b' as one`.execute(test.rows());

    const [line, ...others] = statements().slice(before);
    expect(others).toEqual([]);
    expect(line).toEqual({
      level: 'trace',
      time: expect.any(String),
      sql: expect.stringMatching(/^select (\?|\$1) as one union all select 'b' as one$/),
      ms: expect.any(Number),
      rows: 2,
      msg: 'statement',
    });
  });

  it('the log has statements of transactions, prepared ones and changes, but no value of a parameter', async () => {
    const account = await givenAccount(test);
    const before = statements().length;
    const contact = await givenContact(account, { name: 'Private Person', email: 'private@person.example' });
    await account.call('GET', `/contacts/${contact.id}`);
    await account.call('GET', '/contacts/search?q=Private');

    const logged = statements().slice(before);
    const texts = logged.map((line) => line.sql).join('\n');
    expect(texts).toMatch(/\bbegin\b/);
    expect(texts).toMatch(/insert into "contacts"/);
    expect(texts).toMatch(/\bcommit\b/);
    expect(texts).toMatch(/from "contacts"/);
    expect(logged.filter(({ ms }) => !(ms >= 0))).toEqual([]);
    expect(texts).not.toMatch(/private/i);
  });

  it('the log has a statement that fails, without its error, which may name values', async () => {
    const before = statements().length;
    await expect(sql`select ${'x'} from nowhere`.execute(test.rows())).rejects.toThrow();

    expect(statements().slice(before)).toEqual([
      expect.objectContaining({ sql: expect.stringContaining('from nowhere'), failed: true }),
    ]);
  });
});

it('with log.level debug, the log has no statement', async () => {
  const { test, statements } = await givenLogged('debug');
  const account = await givenAccount(test);
  await account.call('GET', '/contacts');
  await test.stop();

  expect(statements()).toEqual([]);
});
