import { setImmediate } from 'node:timers/promises';
import type { Tx } from '../../db/tx.ts';
import { inPieces } from './in-pieces.ts';
import { type Amounts, nothing, type PrunedAccount } from './amounts.ts';
import { type OldAttachment, oldAttachments } from './old-attachments.ts';
import { oldContacts } from './old-contacts.ts';
import { MOST_FILES, pruneAttachments } from './prune-attachments.ts';
import { MOST_CONTACTS, pruneContacts } from './prune-contacts.ts';
import { pruneConversations } from './prune-conversations.ts';
import type { RetentionRule } from './rules.ts';

type Pruning = { tx: Tx; now: Date; signal: AbortSignal | undefined; amounts: Map<number, Amounts> };

/**
 * Removes data that exceeds the rules: conversations, then files of the remaining conversations, then contacts. Each step is
 * a transaction of a few milliseconds, so that other requests get the database in between. After an interruption, the next
 * run continues. Files on disk are removed by jobs. The removed amounts are written to the audit log.
 * @returns the removed amounts of each account with a rule
 * @throws the reason of `signal`, once it is aborted
 */
export async function prune(
  tx: Tx,
  rules: readonly RetentionRule[],
  now: Date,
  signal?: AbortSignal,
): Promise<PrunedAccount[]> {
  const amounts = new Map(rules.map(({ accountId }) => [accountId, nothing()]));
  const pruning = { tx, now, signal, amounts };
  for (const rule of rules) await removeConversations(pruning, rule);
  await removeFiles(pruning, rules);
  for (const rule of rules) await removeContacts(pruning, rule);
  for (const { accountId } of rules) await noteRemoved(tx, accountId, amountsOf(pruning, accountId));
  return rules.map(({ accountId, accountName }) => ({ accountId, accountName, ...amountsOf(pruning, accountId) }));
}

async function noteRemoved(tx: Tx, accountId: number, amounts: Amounts): Promise<void> {
  const isAny = Object.values(amounts).some(({ count }) => count > 0);
  if (isAny) await tx.audit({ accountId, type: 'Pruning', id: null, action: 'destroy', changes: amounts });
}

async function removeConversations(pruning: Pruning, { accountId, keptSince }: RetentionRule): Promise<void> {
  const { conversations: before } = keptSince;
  const { conversations: sum } = amountsOf(pruning, accountId);
  if (before === null) return;
  let isLast = false;
  while (!isLast) {
    const removed = await pruneConversations(pruning.tx, { accountId, before }, pruning.now);
    sum.count += removed.conversations;
    sum.messages += removed.messages;
    sum.bytes += removed.bytes;
    isLast = removed.isLast;
    await breathe(pruning);
  }
}

async function removeFiles(pruning: Pruning, rules: readonly RetentionRule[]): Promise<void> {
  for await (const old of oldAttachments(pruning.tx, rules)) {
    for (const [accountId, files] of Map.groupBy(old, (file) => file.accountId)) {
      await removeFilesOf(pruning, accountId, files);
    }
    await breathe(pruning);
  }
}

async function removeFilesOf(pruning: Pruning, accountId: number, files: OldAttachment[]): Promise<void> {
  const { attachments: sum } = amountsOf(pruning, accountId);
  for (const some of inPieces(files, MOST_FILES)) {
    const removed = await pruneAttachments(
      pruning.tx,
      some.map(({ id }) => id),
      pruning.now,
    );
    sum.count += removed.count;
    sum.bytes += removed.bytes;
    await breathe(pruning);
  }
}

async function removeContacts(pruning: Pruning, rule: RetentionRule): Promise<void> {
  const { tx, now } = pruning;
  const { accountId, keptSince } = rule;
  const { contacts: sum } = amountsOf(pruning, accountId);
  for await (const old of oldContacts(tx, rule, now)) {
    for (const some of inPieces(old, MOST_CONTACTS)) {
      const ids = some.map(({ id }) => id);
      const gone = await pruneContacts(tx, { accountId, since: keptSince.contacts ?? now }, ids, now);
      const removed = some.filter(({ id }) => gone.includes(id));
      sum.count += removed.length;
      sum.bytes += removed.reduce((bytes, contact) => bytes + contact.bytes, 0);
      await breathe(pruning);
    }
    await breathe(pruning);
  }
}

/** SQLite answers synchronously, so requests would have to wait for the whole loop. */
async function breathe({ signal }: Pruning): Promise<void> {
  signal?.throwIfAborted();
  await setImmediate();
}

function amountsOf({ amounts }: Pick<Pruning, 'amounts'>, accountId: number): Amounts {
  const found = amounts.get(accountId) ?? nothing();
  amounts.set(accountId, found);
  return found;
}
