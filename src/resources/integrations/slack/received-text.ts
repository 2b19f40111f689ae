import { object } from 'yup';
import { listAt, textAt } from '../../../channels/receiving/json-parts.ts';
import { MOST_FILES } from '../../../conversations/messages/new-message.ts';
import type { Attributes } from '../../../entities/columns.ts';
import { parseJsonText } from '../../../fields/json-text.ts';
import { text } from '../../../fields.ts';

const TEXT_LENGTH = 45_000;

const schema = object({
  team_id: text().required(),
  event: object({
    type: text().oneOf(['message']).required(),
    // Changes have others. These are an ordinary text: one with files, one that is shown in the channel too, and one with "/me".
    subtype: text().oneOf(['file_share', 'thread_broadcast', 'me_message']),
    channel: text().required(),
    ts: text().required(),
    thread_ts: text().required(),
    user: text().required(),
    text: text(TEXT_LENGTH).nullable(),
  }),
});

/** A file beside a text. `url` '' = Slack gives the address only on request, as for files of other workspaces. */
export type SlackFile = { id: string; name: string; contentType: string; url: string };

/** A message that a person has written in a thread; `text` may be blank where there are files. */
export type Written = {
  team: string;
  channel: string;
  ts: string;
  threadTs: string;
  user: string;
  text: string;
  files: readonly SlackFile[];
};

/** The content of a request from Slack; {} = unreadable. */
export function readRequest(body: string): { type?: unknown; challenge?: unknown } {
  try {
    const value = parseJsonText(body);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? value : {};
  } catch {
    return {};
  }
}

/** Null = the request tells of something else. */
export function writtenIn(request: object): Written | null {
  if (!schema.isValidSync(request) || 'bot_id' in request.event) return null;
  const { team_id: team, event } = request;
  const { channel, ts, thread_ts: threadTs, user, text: said } = event;
  const files = listAt(event as Attributes, 'files')
    .slice(0, MOST_FILES)
    .map(slackFileIn);
  const isNothing = (said ?? '').trim() === '' && files.length === 0;
  return threadTs === ts || isNothing ? null : { team, channel, ts, threadTs, user, text: said ?? '', files };
}

/** A file as Slack describes it. */
export function slackFileIn(file: Attributes): SlackFile {
  return {
    id: textAt(file, 'id'),
    name: textAt(file, 'name') || textAt(file, 'title') || 'file',
    contentType: textAt(file, 'mimetype'),
    url: textAt(file, 'url_private_download') || textAt(file, 'url_private'),
  };
}
