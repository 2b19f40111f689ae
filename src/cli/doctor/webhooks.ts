import { openTx } from '../../db/tx.ts';
import { type Orm } from '../../db/orm.ts';
import { type Check, ok, warning } from '../../checks.ts';
import { ALLOW_PLACE, reachableAddress, RefusedPlace } from '../../guarded-look-up.ts';
import { openLookUp } from '../../look-up.ts';
import { SECOND } from '../../time.ts';
import type { DoctorContext } from './context.ts';

/** The most host names that are looked up. */
const MOST_HOSTS = 200;
const LOOK_UP_MS = 10 * SECOND;

/**
 * Checks that no webhook is disabled or failing, and that events may be sent to the hosts of those that are enabled, of bots and of API
 * inboxes: at most 200 of them.
 */
export const webhooksCheck = ({ config, currentOrm }: DoctorContext): Check => ({
  name: 'webhooks',
  async look() {
    const orm = await currentOrm();
    const [webhooks, others] = [await readWebhooks(orm), await readOtherUrls(orm)];
    const disabled = webhooks.filter(({ disabledAt }) => disabledAt !== null);
    const enabled = webhooks.filter(({ disabledAt }) => disabledAt === null);
    const failing = enabled.filter(({ failingSince }) => failingSince !== null);
    const urls = [...enabled.map(({ url }) => url), ...others].filter((url) => URL.canParse(url));
    const hosts = [...new Set(urls.map((url) => new URL(url).hostname))].slice(0, MOST_HOSTS);
    const found = await Promise.all(hosts.map((host) => errorOf(host, config.webhooks.allowed_networks)));
    const errors = found.filter((error) => error !== null);
    const refused = errors.filter((error) => error instanceof RefusedPlace);
    const unknown = errors.filter((error) => !(error instanceof RefusedPlace));

    const ofWebhooks = [
      ...(disabled.length > 0 ? [`disabled: ${idsOf(disabled)}`] : []),
      ...(failing.length > 0 ? [`failing: ${idsOf(failing)}`] : []),
      ...unknown.map(({ message }) => message),
    ];
    const problems = [...ofWebhooks, ...refused.map(({ message }) => message)];
    if (problems.length === 0) return ok(`${enabled.length} enabled`);
    const advice = [...(ofWebhooks.length > 0 ? [SEE_WEBHOOKS] : []), ...(refused.length > 0 ? [ALLOW_PLACE] : [])];
    return warning(problems.join('; '), advice.join('; '));
  },
});

const SEE_WEBHOOKS =
  '"parley webhooks test --account ID" shows how they answer; "parley webhooks enable ID" enables them again';

type Webhook = Awaited<ReturnType<typeof readWebhooks>>[number];

function readWebhooks(orm: Orm) {
  return openTx(orm)
    .db.selectFrom('webhooks')
    .orderBy('id')
    .select(['id', 'account_id as accountId', 'url', 'disabled_at as disabledAt', 'failing_since as failingSince'])
    .execute();
}

/** Where events of bots and API inboxes go. */
async function readOtherUrls(orm: Orm): Promise<string[]> {
  const { db } = openTx(orm);
  const bots = await db
    .selectFrom('agent_bots')
    .where('outgoing_url', 'is not', null)
    .select('outgoing_url as url')
    .execute();
  const inboxes = await db
    .selectFrom('channels')
    .where('webhook_url', 'is not', null)
    .select('webhook_url as url')
    .execute();
  return [...bots, ...inboxes].flatMap(({ url }) => url ?? []);
}

/** "3 and 4 of account 1, 7 of account 2" */
function idsOf(webhooks: Webhook[]): string {
  return [...Map.groupBy(webhooks, ({ accountId }) => accountId)]
    .map(([account, of]) => `${of.map(({ id }) => id).join(' and ')} of account ${account}`)
    .join(', ');
}

/** Why events cannot be sent to the host; null = its name resolves to addresses that are allowed. */
async function errorOf(host: string, networks: readonly string[]): Promise<Error | null> {
  try {
    await reachableAddress(host, networks, openLookUp(LOOK_UP_MS));
    return null;
  } catch (error) {
    if (error instanceof RefusedPlace) return error;
    const { code, message } = error as NodeJS.ErrnoException;
    return new Error(code === undefined ? message : `${host} is not found (${code})`);
  }
}
