import { openTx } from '../../db/tx.ts';
import { lookup } from 'node:dns/promises';
import { isReachable } from '../../addresses.ts';
import { type Orm } from '../../db/orm.ts';
import { type Check, ok, warning } from '../../checks.ts';
import type { DoctorContext } from './context.ts';

/** The most host names that are looked up. */
const MOST_HOSTS = 200;

/**
 * Checks that no webhook is disabled or failing, and that the hosts of the enabled ones, at most 200, resolve to
 * addresses that events may be sent to.
 */
export const webhooksCheck = ({ config, currentOrm }: DoctorContext): Check => ({
  name: 'webhooks',
  async look() {
    const webhooks = await readWebhooks(await currentOrm());
    const disabled = webhooks.filter(({ disabledAt }) => disabledAt !== null);
    const enabled = webhooks.filter(({ disabledAt }) => disabledAt === null);
    const failing = enabled.filter(({ failingSince }) => failingSince !== null);
    const hosts = [...new Set(enabled.map(({ url }) => new URL(url).hostname))].slice(0, MOST_HOSTS);
    const unreachable = (
      await Promise.all(hosts.map((host) => problemOf(host, config.webhooks.allowed_networks)))
    ).flatMap((problem) => problem ?? []);

    const problems = [
      ...(disabled.length > 0 ? [`disabled: ${idsOf(disabled)}`] : []),
      ...(failing.length > 0 ? [`failing: ${idsOf(failing)}`] : []),
      ...unreachable,
    ];
    if (problems.length === 0) return ok(`${enabled.length} enabled`);
    return warning(
      problems.join('; '),
      '"parley webhooks test --account ID" shows how they answer; "parley webhooks enable ID" enables them again',
    );
  },
});

type Webhook = Awaited<ReturnType<typeof readWebhooks>>[number];

function readWebhooks(orm: Orm) {
  return openTx(orm)
    .db.selectFrom('webhooks')
    .orderBy('id')
    .select(['id', 'account_id as accountId', 'url', 'disabled_at as disabledAt', 'failing_since as failingSince'])
    .execute();
}

/** "3 and 4 of account 1, 7 of account 2" */
function idsOf(webhooks: Webhook[]): string {
  return [...Map.groupBy(webhooks, ({ accountId }) => accountId)]
    .map(([account, of]) => `${of.map(({ id }) => id).join(' and ')} of account ${account}`)
    .join(', ');
}

/** Why events cannot be sent to the host; null = its name resolves to addresses that are allowed. */
async function problemOf(host: string, networks: readonly string[]): Promise<string | null> {
  const name = host.replaceAll(/^\[|\]$/g, '');
  try {
    const addresses = await lookup(name, { all: true });
    const refused = addresses.find(({ address }) => !isReachable(address, networks));
    return refused ? `${name} is ${refused.address}, outside of webhooks.allowed_networks` : null;
  } catch (error) {
    return `${name} is not found (${(error as NodeJS.ErrnoException).code})`;
  }
}
