import type { Reply } from '../../../oauth/ask.ts';
import type { Connection } from '../connection.ts';
import { requestSlack } from './ask-slack.ts';
import { forSlack } from './slack-text.ts';

/** Says something in a thread that is no message of the conversation. */
export function postWord(
  connection: Connection,
  { channel, threadTs }: { channel: string; threadTs: string },
  text: string,
): Promise<Reply> {
  const parameters = { channel, thread_ts: threadTs, text: forSlack(text), unfurl_links: false };
  return requestSlack(connection, 'chat.postMessage', parameters);
}
