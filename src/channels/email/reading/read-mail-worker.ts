import { parentPort } from 'node:worker_threads';
import type { MailAnswer } from './reading-thread.ts';
import { readMail } from './read-mail.ts';

// The worker thread: it gets one mail after the other, and posts what each of them says.

parentPort?.on('message', (bytes: Uint8Array) => void answer(bytes));

async function answer(bytes: Uint8Array): Promise<void> {
  const read: MailAnswer = await readMail(bytes).then(
    (mail) => ({ mail }),
    (error: Error) => ({ problem: error.message }),
  );
  // Files are handed over, not copied.
  const files = 'mail' in read ? read.mail.files.map((file) => file.bytes.buffer as ArrayBuffer) : [];
  parentPort?.postMessage(read, [...new Set(files)]);
}
