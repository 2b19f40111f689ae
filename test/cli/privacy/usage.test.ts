import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { ask } from '../../support/conversation-calls.ts';
import { givenPlace, type Place } from '../../support/database.ts';
import { givenAccount, givenConversation, givenFile } from '../../support/factories.ts';
import { runParley } from '../../support/parley.ts';

let place: Place;
let test: TestApp;
beforeAll(async () => {
  place = await givenPlace();
  test = await givenApp({}, { place, jobs: false });
});
afterAll(async () => {
  await test.stop();
  await place.remove();
});

describe('parley usage', () => {
  it('shows what each account has, and shares the tables by it', async () => {
    const small = await givenAccount(test, 'Small');
    const large = await givenAccount(test, 'Large');
    const conversation = await givenConversation(large);
    for (let count = 0; count < 20; count += 1) await ask(large, conversation);
    await givenFile(large, conversation.id);

    const { code, stdout } = await runParley(['usage', '--json'], place);
    const words = await runParley(['usage', '--account', String(large.id)], place);

    const accounts = JSON.parse(stdout);
    expect([code, accounts]).toMatchObject([
      0,
      [
        { id: small.id, name: 'Small', contacts: 0, conversations: 0, messages: 0, events: 0, files: 0, file_bytes: 0 },
        { id: large.id, name: 'Large', contacts: 1, conversations: 1, messages: 21, files: 1, file_bytes: 5 },
      ],
    ]);
    expect(accounts[0].database_bytes).toBe(0);
    // A message takes some hundred bytes at least.
    expect(accounts[1].database_bytes).toBeGreaterThan(21 * 200);
    expect(words.stdout).toMatch(
      new RegExp(
        `^${large.id}  Large: 1 contact, 1 conversation, 21 messages, \\d+ events; 1 file \\(5 bytes\\), database about \\d+ [kM]B\n$`,
      ),
    );
  });

  it('says how much of its quota an account has, and so does parley doctor', async () => {
    const account = await givenAccount(test, 'Small quota');
    const conversation = await givenConversation(account);
    await givenFile(account, conversation.id);
    const quota = { PARLEY_LIMITS_ACCOUNT_BYTES: '100' };

    const words = await runParley(['usage', '--account', String(account.id)], place, quota);
    const { stdout } = await runParley(['doctor', '--json'], place, quota);

    expect(words.stdout).toMatch(/; \d+ % of its quota of 100 bytes\n$/);
    const finding = JSON.parse(stdout).find(({ check }: { check: string }) => check === 'quotas');
    expect(finding).toMatchObject({ status: 'failed' });
    expect(finding.message).toMatch(new RegExp(`account ${account.id} has \\d+ \\w+, \\d+ % of its quota`));
  });

  it('knows no other account', async () => {
    const { code, stderr } = await runParley(['usage', '--account', '999999'], place);

    expect([code, stderr.includes('Account not found')]).toEqual([1, true]);
  });
});
