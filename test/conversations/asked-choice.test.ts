import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { findAsked } from '../../src/conversations/receiving/note-choice.ts';
import { givenApp, type TestApp } from '../support/app.ts';
import { databaseKind } from '../support/database.ts';
import { plansWith } from '../support/database/plans.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({}, { jobs: false });
});
afterAll(() => test.stop());

it('the message that a choice is of is looked for among those of the contact alone', async () => {
  const [plan] = await plansWith(test, (tx) =>
    findAsked(tx, 1, { value: 'yes', title: null, isLookedFor: true } as Parameters<typeof findAsked>[2]),
  );

  expect(plan).toContain('conversations_contact_inbox_id_index');
  expect(plan).toContain('messages_conversation_id_id_index');
  if (databaseKind === 'sqlite') expect(plan).not.toMatch(/SCAN (m|c)\b/);
  else expect(plan).not.toMatch(/Seq Scan on (messages|conversations)|Backward using messages_pkey/);
});
