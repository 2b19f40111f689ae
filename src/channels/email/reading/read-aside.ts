import { FairTurns } from './fair-turns.ts';
import { ReadingThread } from './reading-thread.ts';
import type { ReadMail } from './read-mail.ts';

/** So many mails are read at once. */
const THREADS = 2;

type Task = { bytes: Uint8Array; done: PromiseWithResolvers<ReadMail> };

const turns = new FairTurns<Task>();
const idle = Array.from({ length: THREADS }, () => new ReadingThread());

/**
 * As `readMail`, in a thread of its own: anybody may send a mail that takes more time or memory than the process has. Two mails are
 * read at a time, and accounts have turns.
 * @throws Error when it is no mail; Unread when reading it takes more time or memory than a mail of its size may take
 */
export function readMailAside(bytes: Uint8Array, accountId: number): Promise<ReadMail> {
  const done = Promise.withResolvers<ReadMail>();
  turns.add(accountId, { bytes, done });
  beginNext();
  return done.promise;
}

function beginNext(): void {
  const thread = idle.pop();
  if (!thread) return;
  const next = turns.next();
  if (next === null) {
    idle.push(thread);
    return;
  }
  const { accountId, task } = next;
  void thread
    .read(task.bytes)
    .then(task.done.resolve, task.done.reject)
    .finally(() => {
      idle.push(thread);
      turns.end(accountId);
      beginNext();
    });
}
