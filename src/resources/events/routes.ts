import { EVENT_TYPES } from '../../entities/event.ts';
import { callerByNow } from '../../http/authenticate.ts';
import { endOf } from '../../http/connections.ts';
import { ok } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { feedShape } from './answers.ts';
import { presentFeed, presentState } from './presenter.ts';
import { readPage, readState } from './read-page.ts';
import { eventsQuery } from './schema.ts';
import { waitForPage } from './wait-for-page.ts';

export const events = routes('/events');

events.get(
  '/',
  {
    permission: 'event:read',
    summary: 'Read events',
    description:
      'What webhooks get, oldest first, to read again what was missed. Numbers grow; no event ever appears below a number ' +
      'that has been answered. Members see the events of their inboxes, and those of contacts.',
    query: eventsQuery,
    answer: ok(feedShape),
    mayAnswer: [410],
    mayWait: true,
  },
  async ({ app, tx, account, caller, query, ctx }) => {
    const { after, limit, types, wait } = query;
    if (after === undefined) return presentState(await readState(tx, account.id));
    const wanted = { accountId: account.id, limit, types };
    if (wait === 0) return presentFeed(await readPage(tx, { ...wanted, caller, after }), caller);
    const waiting = {
      accountId: account.id,
      credential: caller.credential,
      types: types ?? EVENT_TYPES,
      seconds: wait,
      over: endOf(ctx.req.socket),
    };
    const page = await waitForPage(app, after, waiting, async (from) =>
      readPage(tx, { ...wanted, caller: await callerByNow(ctx), after: from }),
    );
    return presentFeed(page, caller);
  },
);
