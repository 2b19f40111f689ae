import { FairTurns } from './fair-turns.ts';
import { ReadingThread } from './reading-thread.ts';
import type { WrittenFile } from './mail-files.ts';
import type { MailPlace } from './mail-place.ts';
import type { ReadMail } from './read-mail.ts';

/** So many mails are read at once. */
const THREADS = 2;

type Task = { place: MailPlace; done: PromiseWithResolvers<ReadMail<WrittenFile>> };

const turns = new FairTurns<Task>();
const idle = Array.from({ length: THREADS }, () => new ReadingThread());

/**
 * As `readMail`, in a thread of its own: anybody may send a mail that takes more time or memory than the process has. The thread
 * reads the mail from its file and writes the files in it, so that their bytes are not in the memory of others. Two mails are read at a
 * time, and accounts have turns.
 * @throws Error when it is no mail, or the disk refuses; Unread when reading it takes more time or memory than a mail of its size may take
 */
export function readMailAside(place: MailPlace, accountId: number): Promise<ReadMail<WrittenFile>> {
  const done = Promise.withResolvers<ReadMail<WrittenFile>>();
  turns.add(accountId, { place, done });
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
    .read(task.place)
    .then(task.done.resolve, task.done.reject)
    .finally(() => {
      idle.push(thread);
      turns.end(accountId);
      beginNext();
    });
}
