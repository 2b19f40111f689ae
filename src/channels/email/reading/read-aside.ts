import { stat } from 'node:fs/promises';
import { FairTurns } from './fair-turns.ts';
import { ReadingThread } from './reading-thread.ts';
import type { WrittenFile } from './mail-files.ts';
import type { MailPlace } from './mail-place.ts';
import type { ReadMail } from './read-mail.ts';

/** So many mails are read at once. */
const THREADS = 2;
/** Mails with more bytes are read one at a time: reading one takes several times as much memory. */
const LARGE_BYTES = 4 * 1024 * 1024;

type Task = { place: MailPlace; isLarge: boolean; done: PromiseWithResolvers<ReadMail<WrittenFile>> };

const turns = new FairTurns<Task>();
let isLargeUnderWay = false;
const idle = Array.from({ length: THREADS }, () => new ReadingThread());

/**
 * As `readMail`, in a thread of its own: anybody may send a mail that takes more time or memory than the process has. The thread
 * reads the mail from its file and writes the files in it, so that their bytes are not in the memory of others. Two mails are read at a
 * time, one of them large, and accounts have turns.
 * @throws Error when it is no mail, or the disk refuses; Unread when reading it takes more time or memory than a mail of its size may take
 */
export async function readMailAside(place: MailPlace, accountId: number): Promise<ReadMail<WrittenFile>> {
  const { size } = await stat(place.path);
  const done = Promise.withResolvers<ReadMail<WrittenFile>>();
  turns.add(accountId, { place, isLarge: size > LARGE_BYTES, done });
  beginNext();
  return done.promise;
}

/** Begins as many as may begin: the end of a large mail lets a large and a small one begin. */
function beginAll(): void {
  for (let left = idle.length; left > 0; left -= 1) beginNext();
}

function beginNext(): void {
  const thread = idle.pop();
  if (!thread) return;
  const next = turns.next(({ isLarge }) => !(isLarge && isLargeUnderWay));
  if (next === null) {
    idle.push(thread);
    return;
  }
  const { accountId, task } = next;
  isLargeUnderWay ||= task.isLarge;
  void thread
    .read(task.place)
    .then(task.done.resolve, task.done.reject)
    .finally(() => {
      idle.push(thread);
      if (task.isLarge) isLargeUnderWay = false;
      turns.end(accountId);
      beginAll();
    });
}
