import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenInbox, type TestAccount } from '../../support/factories.ts';
import { readsBody } from '../../../src/http/routes/mount.ts';
import { BODIES, HEADS, type Load, OF_EACH, type Shape } from '../../support/growth/shapes.ts';
import { allRoutes, fill, type MountedRoute, parametersOf } from '../../support/openapi/routes.ts';
import { TWILIO } from '../../support/providers/twilio.ts';
import { givenPublicIds } from '../../support/public/public-inbox.ts';
import { givenVisitor, givenWebsite } from '../../support/public/website.ts';
import { givenCloudNumber } from '../../support/receiving/whatsapp-chat.ts';
import { send } from '../../support/send.ts';

/** Who may call without a proof of their own. */
const OPEN = [null, 'anyone', 'contact', 'visitor', 'reader'];
const BODY_BYTES = 25_000;
const HEAD_BYTES = 1200;
/** Ten times the input may take so many times as long. */
const MOST_TIMES = 20;
/** What takes less is not compared: the noise of the machine is as large. */
const FLOOR_MS = 40;
/** Milliseconds of the processor that no request may take: it stalls all others meanwhile. */
const STALL_MS = 200;
const TRIES = 4;

/** Sockets and feeds answer when something happens. */
const isOpen = ({ entrance }: MountedRoute) => OPEN.includes(entrance.caller);
const routes = allRoutes().filter((route) => isOpen(route) && !route.mayWait && !route.socket);
const writing = routes.filter(({ method }) => method !== 'GET');

const PHONE_NUMBER = '+15550001122';
const TO_US = new URLSearchParams({ To: PHONE_NUMBER, From: PHONE_NUMBER, AccountSid: TWILIO.account_sid }).toString();

type World = {
  account: TestAccount;
  publicIds: Record<string, string | number>;
  website: string;
  visitor: string;
  number: string;
};

let test: TestApp;
let world: World;
beforeAll(async () => {
  test = await givenApp({ 'webhooks.keep_days': '1' }, { jobs: false });
  const account = await givenAccount(test);
  const website = await givenWebsite(test, account);
  await givenInbox(account, { type: 'sms', phone_number: PHONE_NUMBER, ...TWILIO });
  world = {
    account,
    publicIds: await givenPublicIds(test, account),
    website: website.token,
    visitor: (await givenVisitor(website)).token,
    number: (await givenCloudNumber(account)).phoneNumber,
  };
});
afterAll(() => test.stop());

/** Routes whose requests are read by the same steps have the same key. */
const readerOf = (route: MountedRoute) =>
  readsBody(route) ? `${route.entrance.caller} ${route.files !== undefined}` : `${route.method} ${route.path}`;
const entranceOf = ({ entrance }: MountedRoute) => `${entrance.caller} ${entrance.path}`;

/** The shapes for each route: all of them for the first that reads in its way, for the others those that their own code sees. */
function dealt(all: readonly MountedRoute[], keyOf: (route: MountedRoute) => string, shapes: Record<string, Shape>) {
  const readers = new Set<string>();
  const ofEach = Object.fromEntries(Object.entries(shapes).filter(([name]) => OF_EACH.has(name)));
  return all.map((route) => {
    const isFirst = !readers.has(keyOf(route));
    readers.add(keyOf(route));
    return [`${route.method} ${route.path}`, route, isFirst ? shapes : ofEach] as const;
  });
}

describe('a route that anyone may call', () => {
  it.each(dealt(writing, readerOf, BODIES))('%s takes no longer than its body grows', async (_, route, shapes) => {
    expect(await slowOnes(route, shapes, BODY_BYTES)).toEqual([]);
  });

  it.each(dealt(routes, entranceOf, HEADS))('%s takes no longer than its head grows', async (_, route, shapes) => {
    expect(await slowOnes(route, shapes, HEAD_BYTES)).toEqual([]);
  });
});

it('takes no longer than its body grows where the caller is known', async () => {
  const route = allRoutes().find(({ method, path }) => method === 'POST' && path.endsWith('/:account_id/contacts'));

  expect(await slowOnes(route!, BODIES, BODY_BYTES)).toEqual([]);
});

async function slowOnes(route: MountedRoute, shapes: Record<string, Shape>, bytes: number): Promise<string[]> {
  const slow: string[] = [];
  for (const [name, shape] of Object.entries(shapes)) {
    const problem = await slowness(route, shape(bytes), shape(bytes * 10));
    if (problem !== null) slow.push(`${name}: ${problem}`);
  }
  return slow;
}

/** Null = it is quick enough, at the best of some tries: what the machine does besides only makes it seem slower. */
async function slowness(route: MountedRoute, small: Load, large: Load): Promise<string | null> {
  let [few, many] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let tries = 0; tries < TRIES; tries += 1) {
    many = Math.min(many, await processorMs(route, large));
    if (many <= FLOOR_MS) return null;
    few = Math.min(few, await processorMs(route, small));
    if (many <= STALL_MS && many <= few * MOST_TIMES) return null;
  }
  return `${Math.round(few)} ms, and ${Math.round(many)} ms for ten times as much`;
}

/** How long the thread that answers requests, which is that of the test, works for a request. */
async function processorMs(route: MountedRoute, load: Load): Promise<number> {
  const { method, headers, path, body } = requestOf(route, load);
  const before = process.threadCpuUsage();
  const { status } = await send(`${test.url}${path}`, {
    method,
    headers,
    ...(body !== undefined && { body }),
  });
  const { user, system } = process.threadCpuUsage(before);
  if (status === 500) throw new Error(`${method} ${path.slice(0, 200)} answered ${status}`);
  return (user + system) / 1000;
}

function requestOf(route: MountedRoute, { type, body, query = '', header }: Load) {
  const values = parametersOf(route).map(({ segment, name }) => valueOf(route, segment, name));
  const isForm = type === 'application/x-www-form-urlencoded';
  const own = route.path.startsWith('/api/v1/widget') ? `website_token=${world.website}&` : '';
  return {
    method: route.method,
    // So that its signature is looked at.
    body: isForm && route.path.startsWith('/twilio/') ? `${TO_US}&${body}` : body,
    path: `${fill(route, values)}?${own}${query}`,
    headers: {
      ...(isOpen(route) ? {} : { api_access_token: world.account.administrator.token }),
      'x-auth-token': world.visitor,
      ...(type !== undefined && { 'content-type': type }),
      ...(header && { [header[0]]: header[1] }),
    },
  };
}

/** What exists, so that requests come as far as they can. */
function valueOf({ path }: MountedRoute, segment: string, name: string): string | number {
  if (name === 'account_id') return world.account.id;
  if (name === 'number') return world.number;
  if (name === 'phone_number') return PHONE_NUMBER;
  return (path.startsWith('/public/') && world.publicIds[segment]) || 'x';
}
