import Database from 'better-sqlite3';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '../../support/database/postgres.ts';
import { type Server, startProcess } from './processes.ts';

/** Starts the bare server (bare-server.ts) on a copy of a database, written to `copy`. */
export async function startBare(database: string, copy: string): Promise<Server> {
  const original = new Database(database);
  original.exec(`vacuum into '${copy}'`);
  original.close();
  const port = await freePort();
  const args = [join(import.meta.dirname, 'bare-server.ts'), copy, String(port)];
  const url = `http://127.0.0.1:${port}`;
  const server = startProcess(process.execPath, args, url, ['ignore', 'pipe', 'inherit']);
  await once(server.child.stdout!, 'data');
  return server;
}
