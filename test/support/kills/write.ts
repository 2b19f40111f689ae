import { setTimeout as sleep } from 'node:timers/promises';
import { formWith } from '../files/pictures.ts';
import { messagesIn } from '../served-account.ts';
import type { Conversation, World } from './world.ts';

/** Longest pause between two messages of a writer, so that there are not too many to look at. */
const LONGEST_PAUSE_MS = 20;
/** One in so many messages has a file. */
const FILES = 8;

let number = 0;

/** Runs `work` while a writer in each conversation creates messages; notes those that are acknowledged. */
export async function whileWriting<T>(world: World, work: () => Promise<T>): Promise<T> {
  const stopping = new AbortController();
  const writing = world.conversations.map((conversation) => write(world, conversation, stopping.signal));
  try {
    return await work();
  } finally {
    stopping.abort();
    await Promise.all(writing);
  }
}

async function write(world: World, conversation: Conversation, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    number += 1;
    const content = `number ${number}`;
    try {
      if (number % FILES === 0 && !conversation.isTelegram) await upload(world, conversation, content);
      else await say(world, conversation, content);
    } catch {
      // The server is gone, and with it what was not answered.
      return;
    }
    await sleep(world.random.next() * LONGEST_PAUSE_MS);
  }
}

async function say({ account, acknowledged, random }: World, conversation: Conversation, content: string) {
  const type = conversation.isTelegram ? 'outgoing' : random.pick(['incoming', 'outgoing']);
  const { status, body } = await account.call('POST', messagesIn(conversation), { content, message_type: type });
  if (status === 201) acknowledged.set(body.id, content);
}

async function upload({ account, acknowledged, files }: World, conversation: Conversation, content: string) {
  const text = `${content}\n`.repeat(1000);
  const form = formWith(
    'attachments[]',
    new TextEncoder().encode(text),
    { content, message_type: 'outgoing' },
    'notes.txt',
  );
  const { status, body } = await account.call('POST', messagesIn(conversation), form);
  if (status !== 201) return;
  acknowledged.set(body.id, content);
  files.set(new URL(body.attachments[0].data_url).pathname, text);
}
