import { setImmediate } from 'node:timers/promises';
import { attributes, list, number, oneOf, shape, text } from '../../wire/shape.ts';
import { iso } from '../../time.ts';
import type { Readiness } from './readiness.ts';
import { json, ok } from '../routes/answer.ts';
import { routes } from '../routes/route.ts';

/** The Chatwoot release whose API this server follows; Chatwoot's apps warn about older releases. */
const CHATWOOT_VERSION = '4.15.1';

const service = oneOf(['ok', 'failing']);
const installation = shape({ version: text, timestamp: text, queue_services: service, data_services: service });
const liveness = shape({ status: oneOf(['ok']), event_loop_delay_ms: number });
const readiness = shape({ status: oneOf(['ok', 'unavailable']), checks: attributes, failed: list(text) });

/** The routes /livez and /readyz, and /api and /health, which Chatwoot's clients ask for first. */
export function health(look: () => Promise<Readiness>) {
  const health = routes('');

  // It needs only the event loop, so it answers whatever else is wrong.
  health.get(
    '/livez',
    { permission: 'health:read', summary: 'Show whether the process answers', answer: ok(liveness), isQuiet: true },
    async () => ({ status: 'ok' as const, event_loop_delay_ms: await eventLoopDelay() }),
  );

  health.get(
    '/readyz',
    {
      permission: 'health:read',
      summary: 'Show whether the server can work',
      answer: ok(readiness),
      mayAnswer: [json(503, readiness)],
      isQuiet: true,
    },
    async ({ ctx }) => {
      const { checks, failed } = await look();
      if (failed.length > 0) ctx.status = 503;
      const status = failed.length === 0 ? ('ok' as const) : ('unavailable' as const);
      return { status, checks, failed };
    },
  );

  health.get(
    '/api',
    {
      permission: 'health:read',
      summary: 'Show the version and the services, as Chatwoot does',
      description: '`version` is the release of Chatwoot that the API is compatible with.',
      answer: ok(installation),
    },
    async ({ now }) => {
      const { failed } = await look();
      return {
        version: CHATWOOT_VERSION,
        timestamp: iso(now).slice(0, 'YYYY-MM-DD HH:MM:SS'.length).replace('T', ' '),
        queue_services: failed.includes('scheduler') ? ('failing' as const) : ('ok' as const),
        data_services: DATA_CHECKS.some((name) => failed.includes(name)) ? ('failing' as const) : ('ok' as const),
      };
    },
  );

  health.get(
    '/health',
    {
      permission: 'health:read',
      summary: 'Show whether the process answers, as Chatwoot does',
      answer: ok(shape({ status: oneOf(['woot']) })),
      isQuiet: true,
    },
    () => ({ status: 'woot' as const }),
  );
  return health;
}

/** The checks of the data stores. */
const DATA_CHECKS = ['database', 'migrations', 'storage'];

/** The duration of a turn of the event loop, in milliseconds. */
async function eventLoopDelay(): Promise<number> {
  const started = performance.now();
  await setImmediate();
  return Math.round((performance.now() - started) * 10) / 10;
}
