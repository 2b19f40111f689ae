import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../database/postgres.ts';
import { eventually } from '../eventually.ts';
import { startNeighbour } from './programs.ts';

const EXAMPLE = join(import.meta.dirname, '../../../config/examples/pgbouncer/pgbouncer.ini');

/**
 * PgBouncer as the example of the guide has it, before the database at `databaseUrl`; `settings` replace single lines.
 * `url` is the database's address by way of it.
 */
export async function givenPgBouncer(databaseUrl: string, settings: Record<string, string> = {}) {
  const target = new URL(databaseUrl);
  const name = target.pathname.slice(1);
  const folder = mkdtempSync(join(tmpdir(), 'parley-pgbouncer-'));
  const users = join(folder, 'userlist.txt');
  const port = await freePort();
  writeFileSync(users, `"${target.username}" "${target.password}"\n`);
  const changed = {
    parley: `host=${target.hostname} port=${target.port} dbname=${name}`,
    listen_port: String(port),
    auth_file: users,
    ...settings,
  };
  let text = readFileSync(EXAMPLE, 'utf8');
  for (const [key, value] of Object.entries(changed)) {
    text = text.replace(new RegExp(`^${key} = .*$`, 'm'), `${key} = ${value}`);
  }
  text = text.replace(/^parley = /m, `${name} = `);
  const file = join(folder, 'pgbouncer.ini');
  // The folder of its Unix socket: that of the system may belong to another user.
  writeFileSync(file, `${text}unix_socket_dir =\n`);
  for (const path of [folder, file, users]) chmodSync(path, 0o755);
  // It refuses to run as root.
  const asUser = process.getuid?.() === 0 ? ['--user', 'nobody'] : [];
  const pooler = startNeighbour('pgbouncer', [...asUser, file]);
  await eventually(pooler.output, (output) => /listening on/.test(output));
  const url = new URL(databaseUrl);
  url.port = String(port);
  return {
    url: url.href,
    async stop() {
      await pooler.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
