import type { Attributes, Json } from '../../../entities/columns.ts';
import { invalidField } from '../../../errors.ts';
import type { Connection } from '../connection.ts';
import { askSlack } from './ask-slack.ts';

const PAGE_SIZE = 500;
/** Pages of channels that are read. */
const MOST_PAGES = 10;

export type SlackChannel = { id: string; name: string };

/** The channels of the workspace that messages can go to. @throws AppError as `askSlack` */
export async function listSlackChannels(connection: Connection): Promise<SlackChannel[]> {
  const channels: SlackChannel[] = [];
  let cursor = '';
  for (let page = 0; page < MOST_PAGES && (page === 0 || cursor !== ''); page += 1) {
    const asked = { types: 'public_channel,private_channel', exclude_archived: 'true', limit: String(PAGE_SIZE) };
    const answer = await askSlack(connection, 'conversations.list', { ...asked, ...(cursor !== '' && { cursor }) });
    const listed = Array.isArray(answer['channels']) ? answer['channels'] : [];
    channels.push(...listed.flatMap((channel) => channelIn(channel) ?? []));
    cursor = textIn(objectIn(answer['response_metadata'])['next_cursor']);
  }
  return channels;
}

/**
 * The channel with this id, after the app joined it if it may.
 * @throws AppError `invalid` for a channel that the app cannot write to; as `askSlack`
 */
export async function joinSlackChannel(connection: Connection, id: string): Promise<SlackChannel> {
  const { channel } = await askSlack(connection, 'conversations.info', { channel: id });
  const { is_member: isMember, is_private: isPrivate, is_archived: isArchived } = objectIn(channel);
  const found = channelIn(channel);
  if (found === null || isArchived === true) throw invalidField('reference_id', 'is no channel that can be written to');
  if (isMember === true) return found;
  if (isPrivate === true) throw invalidField('reference_id', 'is a private channel: invite the app there first');
  await askSlack(connection, 'conversations.join', { channel: id });
  return found;
}

function channelIn(value: Json | undefined): SlackChannel | null {
  const { id, name } = objectIn(value);
  return typeof id === 'string' && typeof name === 'string' ? { id, name } : null;
}

const textIn = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

function objectIn(value: Json | undefined): Attributes {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}
