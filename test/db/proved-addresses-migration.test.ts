import { expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { givenSchema } from '../support/database/given-schema.ts';

const BEFORE = '202611290703-claimed-addresses';

it('takes the addresses of users for proved, unless they have changed them themselves', async () => {
  const { rows, now, upgrade, remove } = await givenSchema(BEFORE);
  const names = ['Ada', 'Bob', 'Eve'];
  for (const name of names) {
    await sql`insert into users (name, email, ui_settings, custom_attributes, created_at, updated_at)
      values (${name}, ${`${name}@example.com`}, '{}', '{}', ${now}, ${now})`.execute(rows);
  }
  const idOf = (name: string) => sql`(select id from users where name = ${name})`;
  const log = (name: string, version: number, changes: string, author: string) =>
    sql`insert into audit_logs (auditable_type, auditable_id, version, action, changes, user_type, created_at)
      values ('User', ${idOf(name)}, ${version}, 'update', ${changes}, ${author}, ${now})`.execute(rows);
  await log('Ada', 1, '{"name":["A","Ada"]}', 'User');
  await log('Bob', 1, '{"email":["b@example.com","bob@example.com"]}', 'PlatformApp');
  await log('Eve', 1, '{"email":["eve@example.com","ceo@example.com"]}', 'User');

  await upgrade();

  const kept = await rows.selectFrom('users').select(['name', 'email_proved_at as provedAt']).orderBy('id').execute();
  await remove();
  expect(kept.map(({ name, provedAt }) => [name, provedAt !== null])).toEqual([
    ['Ada', true],
    ['Bob', true],
    ['Eve', false],
  ]);
});
