import { object } from 'yup';
import { isDeeper, MAX_DEPTH } from '../../../fields/depth.ts';
import { storableValue } from '../../../fields/storable.ts';
import { text } from '../../../fields.ts';

const TEXT_LENGTH = 45_000;

const schema = object({
  team_id: text().required(),
  event: object({
    type: text().oneOf(['message']).required(),
    // Changes have one; a text with files is an ordinary text.
    subtype: text().oneOf(['file_share']),
    channel: text().required(),
    ts: text().required(),
    thread_ts: text().required(),
    user: text().required(),
    text: text(TEXT_LENGTH).required(),
  }),
});

/** What a person has written in a thread. */
export type Written = { team: string; channel: string; ts: string; threadTs: string; user: string; text: string };

/** A request of Slack: what it says, `{}` where it cannot be read. */
export function readRequest(body: string): { type?: unknown; challenge?: unknown } {
  try {
    const value = JSON.parse(body, storableValue) as unknown;
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject && !isDeeper(value, MAX_DEPTH) ? value : {};
  } catch {
    return {};
  }
}

/** Null = the request tells of something else. */
export function writtenIn(request: object): Written | null {
  if (!schema.isValidSync(request) || 'bot_id' in request.event) return null;
  const { team_id: team, event } = request;
  const { channel, ts, thread_ts: threadTs, user, text: said } = event;
  return threadTs === ts || said.trim() === '' ? null : { team, channel, ts, threadTs, user, text: said };
}
