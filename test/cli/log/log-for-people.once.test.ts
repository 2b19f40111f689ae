import { describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { stripVTControlCharacters } from 'node:util';
import { inRows } from '../../../src/cli/log/log-for-people.ts';

describe('the log for people', () => {
  const id = randomUUID();
  const time = '2026-01-01T10:52:20.000Z';
  const rowsOf = (facts: object) =>
    stripVTControlCharacters(inRows(JSON.stringify({ level: 'info', time, ...facts }), 80))
      .trimEnd()
      .split('\n');

  it('has a request in one row, without what its path tells', () => {
    const rows = rowsOf({
      request_id: id,
      method: 'GET',
      path: '/api/v1/accounts/1/conversations',
      status: 200,
      ms: 1.2,
      account_id: 1,
      caller: 'User 5',
      address: '127.0.0.1',
      route: '/api/v1/accounts/{account_id}/conversations',
      msg: 'request',
    });

    expect(rows).toEqual(['10:52:20 info  200 GET /api/v1/accounts/1/conversations  1.2 ms User 5 127.0.0.1']);
  });

  it('has a statement with its time', () => {
    const facts = { sql: 'select "id"\n  from "labels"', ms: 0.4, rows: 2, msg: 'statement' };

    expect(rowsOf(facts)).toEqual(['10:52:20 info  select "id" from "labels"  0.4 ms rows=2']);
  });

  it('has the id of a request that failed', () => {
    const rows = rowsOf({
      request_id: id,
      method: 'GET',
      path: '/x',
      status: 500,
      ms: 1,
      address: '::1',
      msg: 'request',
    });

    expect(rows.join(' ')).toContain(`request_id=${id}`);
  });

  it('breaks what is longer than 80 columns', () => {
    const rows = rowsOf({ request_id: id, reason: 'it did not answer '.repeat(12), msg: 'delivery failed' });

    expect(rows.length).toBeGreaterThan(2);
    expect(rows.filter((row) => row.length > 80)).toEqual([]);
    expect(rows[1]).toMatch(/^ {15}\S/);
  });

  it('has the stack of an error in rows of its own', () => {
    const rows = rowsOf({ level: 'error', err: { message: 'no', stack: 'Error: no\n    at here' }, msg: 'failed' });

    expect(rows).toEqual(['10:52:20 error failed', '               Error: no', '                   at here']);
  });
});
