import { unauthorized } from '../../errors.ts';
import { clientAddress, isForwarded, isFromThisMachine } from '../../http/client-address.ts';
import { noSuchPath } from '../../http/errors.ts';
import { written } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import type { Ctx } from '../../http/state.ts';
import { databaseMetrics } from './database-metrics.ts';
import { mayRead } from './may-read.ts';
import { metricsText } from './metrics-text.ts';
import { processMetrics } from './process-metrics.ts';

const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export const metrics = routes('/metrics');

metrics.get(
  '/',
  {
    permission: 'metrics:read',
    summary: 'Show what is measured',
    description:
      'For Prometheus, in its text format 0.0.4. It is there only where the operator has set `metrics.token`, which is then sent ' +
      'as `Authorization: Bearer`, or `metrics.allowed_networks`.',
    answer: written('text/plain'),
    mayAnswer: [401, 404, 429],
    isQuiet: true,
  },
  async ({ ctx, app, now }) => {
    refuseOthers(ctx);
    const ofDatabase = await databaseMetrics(app, now);
    ctx.set('Content-Type', CONTENT_TYPE);
    ctx.body = metricsText([...processMetrics(app.counts, app.busy), ...ofDatabase]);
  },
);

/** @throws AppError `not_found`; `unauthorized` */
function refuseOthers(ctx: Ctx): void {
  const token = /^Bearer (.+)$/i.exec(ctx.get('Authorization'))?.[1] ?? null;
  const { trust_proxy: trustsProxy } = ctx.state.app.config.server;
  // Behind a proxy that is not trusted, all would seem to be where the proxy is.
  const address = !trustsProxy && isForwarded(ctx) ? null : clientAddress(ctx);
  const access = mayRead(ctx.state.app, { address, isFromHere: isFromThisMachine(ctx), token });
  if (access === 'absent') throw noSuchPath(ctx);
  if (access === 'refused') {
    ctx.set('WWW-Authenticate', 'Bearer');
    throw unauthorized('send the token of the setting metrics.token as "Authorization: Bearer"');
  }
  ctx.state.isProven = true;
}
