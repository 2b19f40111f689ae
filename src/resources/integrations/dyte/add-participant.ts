import type { App } from '../../../app.ts';
import type { Tx } from '../../../db/tx.ts';
import type { Attributes, Json } from '../../../entities/columns.ts';
import { invalid } from '../../../errors.ts';
import type { Actor } from '../../../records/actor.ts';
import type { MessageRecord } from '../../../records/message.ts';
import type { HookRow } from '../../hooks/queries.ts';
import { askDyte, dyteHook, textGranted } from './ask-dyte.ts';

/** The presets of members and contacts in a call, which every RealtimeKit app has. */
const PRESETS = { member: 'group_call_host', contact: 'group_call_participant' };
/** A call with the contact of a conversation has few. */
const MOST_PARTICIPANTS = 100;

/** With what a browser enters a call. */
export type Participant = { id: string; token: string };

/**
 * Lets a member or the contact into the call that the message is about, again where they have been in it. Not for the inside of a
 * transaction.
 * @throws AppError `invalid` for a message that is about no call; as `dyteHook` and `textGranted`
 */
export async function addParticipant(app: App, tx: Tx, message: MessageRecord, actor: Actor): Promise<Participant> {
  const meeting = meetingIn(message);
  if (meeting === null) throw invalid('Invalid message type', 'the message is about no video call', ['message_id']);
  const hook = await dyteHook(tx, message.accountId);
  const path = `/meetings/${encodeURIComponent(meeting)}/participants`;
  const kind = actor.type === 'Contact' ? 'contact' : 'member';
  const name = `${kind === 'contact' ? 'contact' : 'user'}:${actor.id}`;
  const added = await askDyte(app, tx, hook, 'POST', path, {
    custom_participant_id: name,
    name: actor.displayName ?? actor.name,
    preset_name: PRESETS[kind],
    ...(actor.avatarUrl !== null && { picture: actor.avatarUrl }),
  });
  const known = added.is === 'refused' ? await participantCalled(app, tx, hook, path, name) : null;
  if (known === null) return { id: textGranted(app, added, 'id'), token: textGranted(app, added, 'token') };
  const renewed = await askDyte(app, tx, hook, 'POST', `${path}/${encodeURIComponent(known)}/token`);
  return { id: known, token: textGranted(app, renewed, 'token') };
}

/** Contacts begin no calls. */
function meetingIn({ messageType, contentType, contentAttributes: { type, data } }: MessageRecord): string | null {
  const isOfTeam = messageType === 'outgoing' && contentType === 'integrations';
  const isCall = isOfTeam && type === 'dyte' && isObject(data);
  const id = isCall ? data['meeting_id'] : null;
  return typeof id === 'string' && id !== '' ? id : null;
}

/** The id of the participant with this custom id; null = there is none. */
async function participantCalled(app: App, tx: Tx, hook: HookRow, path: string, name: string): Promise<string | null> {
  const reply = await askDyte(app, tx, hook, 'GET', `${path}?per_page=${MOST_PARTICIPANTS}`);
  const { data } = reply.is === 'granted' ? reply.body : {};
  const known = Array.isArray(data) ? data.filter(isObject).find((one) => one['custom_participant_id'] === name) : null;
  return typeof known?.['id'] === 'string' ? known['id'] : null;
}

const isObject = (value: Json | undefined): value is Attributes =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
