import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { verifyBackup } from '../../../src/backup/verify-backup.ts';
import type { Db } from '../../../src/db/database.ts';
import { placingMark, REPLACED } from '../../../src/db/unfinished-restore.ts';
import { pathOf } from '../../../src/storage/files.ts';
import { damageIn } from '../database/integrity.ts';
import { withRows } from '../database/rows.ts';
import type { Place } from '../database.ts';
import { backupsOf } from './acts.ts';
import type { World } from './world.ts';

/** Looks what is wrong after a kill. Returns sentences; none = nothing. What was right once is not looked at again. */
export function watcherOf(world: World): () => Promise<string[]> {
  const lost = lookForLost(world);
  const events = lookAtEvents(world);
  const backups = lookAtBackups(world);
  return async () => {
    const damages = await Promise.all([world.account.place, world.copy].map(damageIn));
    return [...damages.flat(), ...(await lost()), ...events(), ...(await backups())];
  };
}

/** Messages that were acknowledged, and are not there or say something else. */
function lookForLost({ account, acknowledged }: World): () => Promise<string[]> {
  let seen = 0;
  return async () => {
    const recent = [...acknowledged].slice(seen);
    seen = acknowledged.size;
    const kept = await withRows(account.place, (rows) => messagesIn(rows, Math.min(...recent.map(([id]) => id))));
    return recent
      .filter(([id, content]) => kept.get(id) !== content)
      .map(([id, content]) => `message ${id} "${content}" is lost`);
  };
}

async function messagesIn(rows: Db, from: number): Promise<Map<number, string | null>> {
  const found = await rows
    .selectFrom('messages')
    .select(['id', 'content'])
    .where('id', '>=', Number.isFinite(from) ? from : 0)
    .execute();
  return new Map(found.map(({ id, content }) => [id, content]));
}

/** Events that arrived with two contents, and messages under two events. */
function lookAtEvents({ receiver }: World): () => string[] {
  const contents = new Map<number, string>();
  const events = new Map<number, number>();
  let seen = 0;
  return () => {
    const problems: string[] = [];
    for (const { body, raw } of receiver.received.slice(seen)) {
      if ((contents.get(body.id) ?? raw) !== raw) problems.push(`event ${body.id} has two contents`);
      const event = events.get(body.message.id) ?? body.id;
      if (event !== body.id) problems.push(`message ${body.message.id} is in the events ${event} and ${body.id}`);
      contents.set(body.id, raw);
      events.set(body.message.id, event);
    }
    seen = receiver.received.length;
    return problems;
  };
}

/** Backups under a final name that are not whole, and a restored place that is neither one of them nor refused. */
function lookAtBackups(world: World): () => Promise<string[]> {
  const counts = new Map<string, number>();
  return async () => {
    const problems: string[] = [];
    const folder = backupsOf(world);
    const names = existsSync(folder) ? readdirSync(folder) : [];
    for (const name of names.filter((name) => name.startsWith('parley-') && !counts.has(name))) {
      try {
        const { ending } = await verifyBackup(join(folder, name));
        counts.set(name, ending.rows.find(({ table }) => table === 'messages')?.count ?? 0);
      } catch (error) {
        problems.push(`${name} was finished: ${(error as Error).message}`);
      }
    }
    return [...problems, ...(await problemsOfCopy(world.copy, [...counts.values()]))];
  };
}

async function problemsOfCopy(copy: Place, counts: number[]): Promise<string[]> {
  if (await isRefusedOrEmpty(copy)) return [];
  return withRows(copy, async (rows) => {
    const { count } = await rows
      .selectFrom('messages')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    const files = await rows.selectFrom('attachments').select('key').where('key', 'is not', null).execute();
    const missing = files.filter(({ key }) => !existsSync(pathOf(copy.dataDir, String(key))));
    return [
      ...(counts.includes(Number(count)) ? [] : [`${count} messages were restored, which no backup has`]),
      ...(missing.length === 0 ? [] : [`${missing.length} restored files are not there`]),
      ...(existsSync(join(copy.dataDir, 'secret_key')) ? [] : ['the restored secret key is not there']),
    ];
  });
}

/** Whether nothing was restored yet, or no server would start with what there is. */
async function isRefusedOrEmpty({ dataDir, databaseUrl, ...copy }: Place): Promise<boolean> {
  if (!databaseUrl) return existsSync(placingMark(dataDir)) || !existsSync(join(dataDir, 'parley.db'));
  return withRows({ dataDir, databaseUrl, ...copy }, async (rows) => {
    const replaced = await sql`select 1 from pg_namespace where nspname = ${REPLACED}`.execute(rows);
    const made = await sql`select 1 from pg_class where relname = 'messages'`.execute(rows);
    return replaced.rows.length > 0 || made.rows.length === 0;
  });
}
