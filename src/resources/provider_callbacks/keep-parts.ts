import type { App } from '../../app.ts';
import { receivers } from '../../channels/receiving/find-receiver.ts';
import type { Callback } from '../../channels/receiving/receiver.ts';
import type { Tx } from '../../db/tx.ts';
import { unauthorized } from '../../errors.ts';
import { keepCallback } from './keep-callback.ts';
import type { ReceivingInbox } from './receiving-inbox.ts';

/** The part of a request's body for an inbox; null = an unknown inbox. */
export type Part = { inbox: ReceivingInbox | null; told: string };

/**
 * Stores those parts of the request that are genuine by the secrets of their inboxes. Where there is no inbox, nothing is
 * stored, and the provider need not repeat it. It is logged once for the whole request. Returns whether it is genuine for
 * any inbox.
 * @throws AppError `unauthorized` when there are inboxes, and the request is genuine for none of them
 */
export async function keepParts(
  { log }: Pick<App, 'log'>,
  tx: Tx,
  callback: Callback,
  parts: readonly Part[],
  now: Date,
): Promise<boolean> {
  const refused: { inbox: number; provider: string; reason: string }[] = [];
  let unknown = 0;
  for (const { inbox, told } of parts) {
    const receiver = inbox && receivers[inbox.provider];
    if (!receiver) {
      unknown += 1;
      continue;
    }
    const reason = receiver.refusal(callback, inbox.channel);
    if (reason !== null) refused.push({ inbox: inbox.inboxId, provider: receiver.provider, reason });
    else await keepCallback(tx, inbox, receiver, { ...callback, body: told }, now);
  }
  if (unknown > 0) log.warn('a provider told something of an inbox that does not exist');
  const isGenuine = refused.length + unknown < parts.length;
  const [first] = refused;
  if (!first) return isGenuine;
  log.warn(first, `refused what claims to come from ${first.provider}`);
  if (!isGenuine) throw unauthorized(first.reason);
  return true;
}
