import { setImmediate } from 'node:timers/promises';
import { addAppended } from '../../../conversations/reporting/sum-up.ts';
import { forgetDeletedWords } from '../../../db/search/forget-words.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Tx } from '../../../db/tx.ts';
import { removeQueuedFiles } from '../../../storage/remove-queued.ts';
import { addCounts, findErasure } from './erasures.ts';
import { finishErasure } from './proof.ts';
import { noteSubject, removeContact, removeSomeConversations, type UnderWay } from './remove-contact.ts';
import { removeMails } from './remove-mails.ts';
import type { Subject } from './subject.ts';
import { sweep } from './sweep.ts';
import { entriesAbout } from './sweep-audit-log.ts';
import { emptyAnswers } from './sweep-answers.ts';
import { eventsAbout, removeLanes } from './sweep-events.ts';
import { jobsAbout } from './sweep-jobs.ts';
import { messagesOf } from './sweep-messages.ts';
import { bulkActionsAbout } from './sweep-bulk-actions.ts';
import { ruleErrorsAbout } from './sweep-rule-errors.ts';
import { receivedAbout, removeDownloads } from './sweep-others.ts';

/** Where an erasure is done, and the clock, because it may take minutes. */
export type Erasing = { tx: Tx; dataDir: string; now: () => Date; signal?: AbortSignal | undefined };

/**
 * Erases the contact with all their data in many short transactions, and completes the erasure with its proof. After an
 * interruption, the next call continues; a call after the end does nothing.
 * @throws the reason of `signal`, once it is aborted
 */
export async function erase(erasing: Erasing, { accountId, id }: { accountId: number; id: number }): Promise<void> {
  const { tx, dataDir, now, signal } = erasing;
  const erasure = await findErasure(tx, accountId, id);
  if (!erasure || erasure.status === 'done') return;
  const underWay = { id, accountId, contactId: erasure.contactId };
  const subject = await removeAll(erasing, underWay);
  if (subject) await removeTraces(erasing, underWay, subject);
  await addAppended(tx);
  await forgetDeletedWords(tx, signal);
  await removeQueuedFiles(tx, dataDir);
  await finishErasure(tx, accountId, id, now());
}

/** Removes what keys lead to. Returns by what the rest is recognized; null = the contact was never there. */
async function removeAll({ tx, now, signal }: Erasing, underWay: UnderWay): Promise<Subject | null> {
  const before = await noteSubject(tx, underWay);
  const known = new Set(before?.conversationIds);
  while (!(await removeSomeConversations(tx, underWay, known, now()))) {
    signal?.throwIfAborted();
    await setImmediate();
  }
  await removeContact(tx, underWay, now());
  // Also what has begun since.
  return noteSubject(tx, underWay);
}

/** Removes data that is recognized only by its content. Since the contact is gone, no more of it can appear. */
async function removeTraces({ tx, dataDir, now, signal }: Erasing, { id }: UnderWay, subject: Subject): Promise<void> {
  await sweep(tx, id, messagesOf(subject, now()), signal);
  await sweep(tx, id, eventsAbout(subject), signal);
  await removeLanes(tx, subject);
  await sweep(tx, id, jobsAbout(subject), signal);
  await sweep(tx, id, receivedAbout(subject, now()), signal);
  await sweep(tx, id, bulkActionsAbout(subject), signal);
  await sweep(tx, id, ruleErrorsAbout(subject), signal);
  await sweep(tx, id, entriesAbout(subject), signal);
  await emptyAnswers(tx, id, subject, signal);
  await inTransaction(tx, async (tx) => addCounts(tx, id, await removeDownloads(tx, subject, now())));
  const mails = await removeMails(dataDir, subject);
  await inTransaction(tx, (tx) => addCounts(tx, id, { mails }));
}
