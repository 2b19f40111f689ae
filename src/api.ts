import { createServer, type Server } from 'node:http';
import Koa from 'koa';
import type { App } from './app.ts';
import { authenticate } from './http/authenticate.ts';
import { body } from './http/body.ts';
import { errors } from './http/errors.ts';
import { health } from './http/health.ts';
import { idempotency } from './http/idempotency.ts';
import { rateLimits } from './http/rate-limit.ts';
import { request, spelling } from './http/request.ts';
import { router, type State } from './http/state.ts';
import { accounts } from './resources/accounts/routes.ts';
import { contacts } from './resources/contacts/routes.ts';
import { conversations } from './resources/conversations/routes.ts';
import { files } from './resources/files/routes.ts';
import { inboxes } from './resources/inboxes/routes.ts';
import { messages } from './resources/messages/routes.ts';
import { profile } from './resources/profile/routes.ts';
import { webhooks } from './resources/webhooks/routes.ts';

/**
 * The whole HTTP surface of Parley, in the order in which a request passes it. `lastTick` is the scheduler's; null = this
 * process runs none.
 */
export function api(app: App, lastTick: (() => Date) | null = null): Server {
  const koa = new Koa<State>({ proxy: app.config.server.trust_proxy });
  koa.silent = true;
  koa.use(request(app));
  koa.use(errors);
  koa.use(spelling);
  koa.use(doors(app, lastTick).routes());
  return createServer(koa.callback());
}

/** Every path, under the door that its callers come through. */
export function doors(app: App, lastTick: (() => Date) | null = null) {
  const known = authenticate(rateLimits(app.config));
  // Read once the caller is known: nobody else's files are written anywhere.
  const bodies = body(app);
  const all = router();

  all.use(health(app, lastTick).routes());
  all.use('/files', files.routes());

  all.use('/api/v1/profile', known, bodies);
  all.use('/api/v1/profile', profile.routes());

  const application = '/api/v1/accounts/:account_id';
  all.use(application, known, bodies, idempotency);
  all.use(application, accounts.routes());
  all.use(`${application}/contacts`, contacts.routes());
  all.use(`${application}/conversations`, conversations.routes());
  all.use(`${application}/conversations/:conversation_id/messages`, messages.routes());
  all.use(`${application}/inboxes`, inboxes.routes());
  all.use(`${application}/webhooks`, webhooks.routes());

  return all;
}
