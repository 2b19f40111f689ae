import { createServer, type Server } from 'node:http';
import Koa from 'koa';
import type { App } from './app.ts';
import { authenticate } from './http/authenticate.ts';
import { body } from './http/body.ts';
import { errors } from './http/errors.ts';
import { idempotency } from './http/idempotency.ts';
import { rateLimits } from './http/rate-limit.ts';
import { request, spelling } from './http/request.ts';
import { router, type State } from './http/state.ts';
import { conversations } from './resources/conversations/routes.ts';
import { messages } from './resources/messages/routes.ts';

/** The whole HTTP surface of Parley, in the order in which a request passes it. */
export function api(app: App): Server {
  const koa = new Koa<State>({ proxy: app.config.server.trust_proxy });
  koa.silent = true;
  koa.use(request(app));
  koa.use(errors);
  koa.use(spelling);
  koa.use(body(app));
  koa.use(doors(app).routes());
  return createServer(koa.callback());
}

/** Every path, under the door that its callers come through. */
export function doors(app: App) {
  const known = authenticate(rateLimits(app.config));
  const all = router();

  const application = '/api/v1/accounts/:account_id';
  all.use(application, known, idempotency);
  all.use(`${application}/conversations`, conversations.routes());
  all.use(`${application}/conversations/:conversation_id/messages`, messages.routes());

  return all;
}
