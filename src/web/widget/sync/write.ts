import { newId } from '../../kit/new-id.ts';
import type { Outgoing } from '../store/outbox.ts';
import type { State } from '../store/state.ts';
import type { Extras } from './extras.ts';
import { type FirstWordsBox, takeWords } from './first-words.ts';
import type { Identity } from './identity.ts';
import type { Sender } from './send.ts';

export type Said = { content: string; referer_url: string; timestamp: string };

export type WriterOptions = {
  state: State;
  identity: Identity;
  firstWords: FirstWordsBox;
  sender: Sender;
  /** What every message says of itself. */
  said: (content: string) => Said;
  extras: () => Promise<{ extras: Extras }>;
};

export type Writer = {
  /** Sends a text, which answers the message that the visitor chose. */
  write: (content: string) => void;
  attach: (files: readonly File[]) => Promise<void>;
};

/** Makes the messages of the visitor, and has them sent. */
export function createWriter({ state, identity, firstWords, sender, said, extras }: WriterOptions): Writer {
  let writtenAt = 0;

  /** A message that is written now, and with it what is said of the conversation that it may begin. */
  function outgoing(content: string, more: object = {}): Omit<Outgoing, 'visitor'> {
    const echoId = newId();
    const message = { ...said(content), echo_id: echoId, ...more };
    const words = state.conversation.peek() ? {} : takeWords(firstWords);
    writtenAt = Math.max(Date.now() / 1000, writtenAt + 0.001);
    return { echoId, key: newId(), body: { message, ...words }, writtenAt };
  }

  const send = (message: Omit<Outgoing, 'visitor'>) => sender.send({ ...message, visitor: identity.token.peek() });

  return {
    write(content) {
      const replyTo = state.replyTo.peek();
      state.replyTo.value = null;
      send(outgoing(content, replyTo === null ? {} : { reply_to: replyTo }));
    },
    async attach(files) {
      // Each file is a message, so that each can be cancelled, and fails alone.
      const all = files.map((file) => ({ file, message: outgoing('') }));
      const { uploader, asAttachment } = (await extras()).extras;
      for (const { file, message } of all) {
        await uploader.keep(message.echoId, [file]);
        send({ ...message, attachments: [asAttachment(file)] });
      }
    },
  };
}
