import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { givenPlace, type Place } from '../support/database.ts';
import { talkByLmtp } from '../support/mail/lmtp-client.ts';
import { serveParley } from '../support/parley.ts';

let place: Place;
beforeAll(async () => {
  place = await givenPlace();
});
afterAll(() => place.remove());

it('parley serve takes mails where mail.lmtp says, until it stops', async () => {
  const path = join(place.dataDir, 'lmtp');
  const server = await serveParley(place, { PARLEY_MAIL_LMTP: path });
  const talk = await talkByLmtp({ path });
  await talk.say('MAIL FROM:<a@example.com>');
  const answer = await talk.say('RCPT TO:<nobody@acme.example>');
  const code = await server.stop();
  const goodbye = await talk.hear();

  expect(answer).toBe('550 5.1.1 no inbox has this address');
  expect(goodbye).toMatch(/^421/);
  expect(code).toBe(0);
  await expect(access(path)).rejects.toThrow('ENOENT');
});
