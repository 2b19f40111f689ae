import { expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { givenSchema } from '../support/database/given-schema.ts';

const BEFORE = '202611290119-team-conversations-that-wait';

it('queues one job for the attributes of each kind that an account has defined', async () => {
  const { rows, now, upgrade, remove } = await givenSchema(BEFORE);
  await sql`insert into accounts (name, created_at, updated_at) values ('Acme', ${now}, ${now})`.execute(rows);
  for (const [key, model] of [
    ['seats', 'contact_attribute'],
    ['vip', 'contact_attribute'],
    ['vip', 'conversation_attribute'],
    ['size', 'company_attribute'],
  ]) {
    await sql`insert into custom_attribute_definitions
      (account_id, attribute_key, attribute_model, attribute_display_name, attribute_display_type, created_at, updated_at)
      values (1, ${key}, ${model}, ${key}, 'number', ${now}, ${now})`.execute(rows);
  }

  await upgrade();

  const jobs = await rows
    .selectFrom('jobs')
    .select(['kind', 'account_id', 'payload', 'status', 'subject'])
    .where('kind', '=', 'convert_attributes')
    .orderBy('subject')
    .execute();
  await remove();
  const job = { kind: 'convert_attributes', account_id: 1, status: 'pending' };
  expect(jobs).toEqual([
    { ...job, payload: { model: 'contact_attribute' }, subject: 'attributes:1:contact_attribute' },
    { ...job, payload: { model: 'conversation_attribute' }, subject: 'attributes:1:conversation_attribute' },
  ]);
});
