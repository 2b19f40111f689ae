import { listAt, objectAt, textAt } from '../../../channels/receiving/json-parts.ts';
import type { Attributes } from '../../../entities/columns.ts';
import { MINUTE, SECOND } from '../../../time.ts';
import type { Connection } from '../connection.ts';
import { requestSlack } from './ask-slack.ts';
import { EVENT_TYPE, type Posted } from './post-message.ts';
import type { SlackThreadRow } from './threads.ts';

/** Messages that are asked for at once; Slack may give fewer. */
const PAGE_SIZE = 200;
/** How long Slack may take for a request, together with what its clock may differ from that of this machine. */
const MARGIN_MS = 15 * MINUTE;
/** Pages that are read, more than a channel has in that time. */
const MOST_PAGES = 50;

/**
 * The message that was sent to Slack at `time` (null = unknown), if Slack has it; null = not found. The search covers only a
 * short time around it, because Slack lists a channel from its end and a thread from its beginning.
 */
export async function findTold(
  connection: Connection,
  { channelId, threadTs }: SlackThreadRow,
  messageId: number,
  time: Date | null,
): Promise<Posted | null> {
  const method = threadTs === null ? 'conversations.history' : 'conversations.replies';
  const asked = {
    channel: channelId,
    include_all_metadata: true,
    limit: PAGE_SIZE,
    ...(time && { oldest: slackTime(time.getTime() - MARGIN_MS), latest: slackTime(time.getTime() + MARGIN_MS) }),
    ...(threadTs !== null && { ts: threadTs }),
  };
  let cursor = '';
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const reply = await requestSlack(connection, method, { ...asked, ...(cursor !== '' && { cursor }) });
    if (reply.is !== 'granted') return reply;
    const told = listAt(reply.body, 'messages').find((message) => isAbout(message, messageId));
    if (told) return { is: 'posted', ts: textAt(told, 'ts') };
    cursor = textAt(objectAt(reply.body, 'response_metadata'), 'next_cursor');
    if (cursor === '') return null;
  }
  return { is: 'unavailable', reason: `it has more than ${MOST_PAGES * PAGE_SIZE} messages of that time` };
}

function isAbout(message: Attributes, messageId: number): boolean {
  const metadata = objectAt(message, 'metadata');
  return metadata['event_type'] === EVENT_TYPE && objectAt(metadata, 'event_payload')['id'] === messageId;
}

/** A time as Slack names its messages. */
const slackTime = (ms: number) => (ms / SECOND).toFixed(6);
