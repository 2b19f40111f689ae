import { expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isInstalled } from '../../support/neighbours/programs.ts';
import { onlyIf } from '../../support/only.ts';

const FILTER = join(import.meta.dirname, '../../../config/examples/fail2ban/filter.d/parley.conf');

/** A line of the log, as request-log.test.ts sees it. */
const line = (address: string, network = address) =>
  `{"level":"warn","time":"${new Date().toISOString()}","address":"${address}","network":"${network}","email":"ada@example.com","msg":"sign-in failed"}`;

onlyIf(isInstalled('fail2ban-regex'), it)('fail2ban keeps out who fails to sign in, by files and syslog', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-fail2ban-'));
  const log = join(folder, 'parley.log');
  const lines = [
    line('203.0.113.1'),
    `chat parley[12]: ${line('203.0.113.2')}`,
    `Nov 29 10:00:00 chat parley[12]: ${line('203.0.113.3')}`,
    `2026-11-29T10:00:00.123+01:00 chat parley[12]: ${line('203.0.113.4')}`,
    line('2001:db8::1', '2001:db8::/64'),
    '{"level":"info","time":"2026-11-29T09:00:00.000Z","address":"192.0.2.1","network":"192.0.2.1","msg":"request"}',
  ];
  writeFileSync(log, `${lines.join('\n')}\n`);

  const { stdout } = await promisify(execFile)('fail2ban-regex', ['--out', 'ip', log, FILTER]);
  rmSync(folder, { recursive: true });

  expect(stdout.trim().split('\n')).toEqual([
    '203.0.113.1',
    '203.0.113.2',
    '203.0.113.3',
    '203.0.113.4',
    '2001:db8::/64',
  ]);
});
