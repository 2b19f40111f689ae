import type { Tx } from '../../db/tx.ts';
import { CHANNEL_NAMES } from '../../wire/channel-names.ts';
import { WAITS } from './answers.ts';
import type { Range } from './figures/periods.ts';
import { countWaits } from './queries.ts';

/** How many first responses took how long, by the channel of the inbox; only channels with any. */
export async function readDistribution(tx: Tx, accountId: number, range: Range) {
  const byChannel: Record<string, Record<string, number>> = {};
  for (const { channel, wait, count } of await countWaits(tx, accountId, range)) {
    const counts = (byChannel[CHANNEL_NAMES[channel]] ??= Object.fromEntries(WAITS.map((name) => [name, 0])));
    counts[WAITS[wait] ?? ''] = Number(count);
  }
  return byChannel;
}
