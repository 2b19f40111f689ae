import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { givenPlace, type Place } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { type Served, serveParley } from '../support/parley.ts';

let place: Place;
let served: Served;
beforeAll(async () => {
  place = await givenPlace();
  served = await serveParley(place);
});
afterAll(async () => {
  await served.stop();
  await place.remove();
});

/** The line that the log has of a GET of the path. */
async function lineOf(path: string): Promise<{ path: string; status: number }> {
  const id = randomUUID();
  await fetch(served.url + path, { headers: { 'X-Request-Id': id } });
  const output = await eventually(
    () => served.output(),
    (text) => text.includes(id),
  );
  return JSON.parse(output.split('\n').find((line) => line.includes(id)) ?? '') as { path: string; status: number };
}

describe('the log of requests', () => {
  it.each([
    '/survey/responses/',
    '/Survey/Responses/',
    '/public/api/v1/csat_survey/',
    '/public/api/v1/inboxes/',
    '/files/',
  ])('has nothing of what follows %s', async (start) => {
    const secret = randomUUID();

    const line = await lineOf(`${start}${secret}?of=${secret}`);

    expect(line).toMatchObject({ path: start.toLowerCase(), status: 404 });
    expect(served.output()).not.toContain(secret);
  });

  it('has nothing of the token in the address of the page where a password is chosen', async () => {
    const token = randomUUID();

    const line = await lineOf(`/app/auth/password/edit?reset_password_token=${token}`);

    expect(line.path).toBe('/app/auth/password/edit');
    expect(served.output()).not.toContain(token);
  });

  it('has the path of everything else', async () => {
    const line = await lineOf('/api/v1/accounts/1/contacts');

    expect(line).toMatchObject({ path: '/api/v1/accounts/1/contacts', status: 401 });
  });
});
