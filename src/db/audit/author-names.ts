import type { AuthorType } from '../../entities/audit-log.ts';
import type { Db } from '../database.ts';

/** Gives the name or address of an author; null = there is none any more. */
export type NameOf = (author: { type: AuthorType; id: number | null }) => Promise<string | null>;

/** Looks each author up once, by the database as it is then. */
export function namesIn(db: Db): NameOf {
  const known = new Map<string, Promise<string | null>>();
  return ({ type, id }) => {
    const key = `${type} ${id}`;
    const name = known.get(key) ?? readName(db, type, id);
    known.set(key, name);
    return name;
  };
}

async function readName(db: Db, type: AuthorType, id: number | null): Promise<string | null> {
  if (id === null) return null;
  if (type === 'User') {
    const user = await db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirst();
    return user?.email ?? null;
  }
  const table = type === 'PlatformApp' ? 'platform_apps' : 'agent_bots';
  return (await db.selectFrom(table).select('name').where('id', '=', id).executeTakeFirst())?.name ?? null;
}
