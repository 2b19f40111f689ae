import type { Page } from 'playwright-core';

/** All that a browser has received of a server. */
export type Heard = {
  /** Addresses with the answers that were received. */
  answers: { url: string; text: string }[];
  /** Frames of sockets. */
  frames: string[];
  /** Whether an answer or a frame has this text in it. */
  has(text: string): Promise<boolean>;
};

/** Writes down what the page and the frames in it receive, from now on. */
export function recordHeard(page: Page): Heard {
  const reading: Promise<unknown>[] = [];
  const heard: Heard = {
    answers: [],
    frames: [],
    async has(text) {
      await Promise.all(reading);
      return [...heard.frames, ...heard.answers.map((answer) => answer.text)].some((one) => one.includes(text));
    },
  };
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => void heard.frames.push(String(payload))),
  );
  page.on('response', (response) => {
    const read = async () => heard.answers.push({ url: response.url(), text: await response.text() });
    // Of what was left before it had arrived, there is no text.
    reading.push(read().catch(() => null));
  });
  return heard;
}
