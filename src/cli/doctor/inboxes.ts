import { type Check, NotChecked, ok, type Outcome, warning } from '../../checks.ts';
import { openTx, type Tx } from '../../db/tx.ts';
import { listServedInboxes, type ServedInbox } from '../channels/queries.ts';
import type { DoctorContext } from './context.ts';
import { findingOf } from './run-checks.ts';

/** How long each check of an inbox may take; they run at once, in less than the time of the whole. */
const LIMIT_MS = 12_000;

/** A check of each inbox whose messages a provider sends; a single one where there are none, or they cannot be read. */
export async function inboxChecks(context: DoctorContext): Promise<Check[]> {
  const name = 'inboxes';
  try {
    const tx = openTx(await context.currentOrm());
    const inboxes = await listServedInboxes(tx);
    if (inboxes.length === 0) return [{ name, look: async () => ok('no provider sends messages of an inbox') }];
    return inboxes.map((inbox) => ({ name: `inbox_${inbox.inboxId}`, look: () => inboxOutcome(context, tx, inbox) }));
  } catch (error) {
    return [
      {
        name,
        look: async () => {
          throw error;
        },
      },
    ];
  }
}

async function inboxOutcome({ config, now }: DoctorContext, tx: Tx, inbox: ServedInbox): Promise<Outcome> {
  const { checksOf, openInbox } = await import('../channels/inbox-checks.ts');
  const opened = await openInbox(tx, config, inbox, now).catch(() => {
    throw new NotChecked('its secrets cannot be opened');
  });
  const checks = await checksOf(tx, opened);
  const findings = await Promise.all(checks.map((check) => findingOf(check, config, LIMIT_MS)));
  const title = `${inbox.name} (${inbox.provider}, account ${inbox.accountId})`;
  const troubles = findings.filter(({ status }) => status !== 'ok');
  if (troubles.length === 0) return ok(`${title}: ${findings.map(({ check }) => check).join(', ')}`);
  // They are the accounts' own, like webhooks that fail: the installation is as it should be.
  return warning(
    `${title}: ${troubles.map(({ message }) => message).join('; ')}`,
    `"parley channels test ${inbox.inboxId}" says what to do about each`,
  );
}
