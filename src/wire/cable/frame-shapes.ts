import { integer, list, named, oneOf, seconds, type Shape, shape, type Shown, text } from '../shape.ts';
import { type CableEvent, contactEventShapes, teamEventShapes } from './event-shapes.ts';

// The frames of the socket: JSON objects, as text.

/** The only channel, and what a message to it can ask for. */
export const CHANNEL = 'RoomChannel';
export const ACTIONS = ['update_presence', 'view'] as const;
/** Conversations that a member can have open at once: tabs of a browser share a socket. */
export const MOST_VIEWED = 10;
/** Identifiers go back with each event. */
export const IDENTIFIER_LENGTH = 2000;
/** Why a connection is closed, in the protocol's words. */
const DISCONNECT_REASONS = ['unauthorized', 'invalid_request', 'server_restart', 'remote'] as const;

const AS_USER = { channel: CHANNEL, pubsub_token: '…', account_id: 1, user_id: 3 };
const AS_CONTACT = { channel: CHANNEL, pubsub_token: '…' };

/** Text that is JSON itself. */
const json = (contentSchema: Shape, example: object, more: object = {}): Shape<string> => ({
  type: 'string',
  contentMediaType: 'application/json',
  contentSchema,
  example: JSON.stringify(example),
  ...more,
});

const userIdentifier = named('CableUserIdentifier', {
  channel: oneOf([CHANNEL]),
  pubsub_token: text,
  account_id: integer,
  user_id: integer,
});
const contactIdentifier = named('CableContactIdentifier', { channel: oneOf([CHANNEL]), pubsub_token: text });

const asked = json({ anyOf: [userIdentifier, contactIdentifier] }, AS_USER, { maxLength: IDENTIFIER_LENGTH });
/** The identifier as the client wrote it, for each kind of listener. */
const ofAnyone: Shape<string> = { ...text, example: JSON.stringify(AS_USER) };
const ofContact: Shape<string> = { ...text, example: JSON.stringify(AS_CONTACT) };

export const welcomeShape = named('CableWelcome', { type: oneOf(['welcome']) });
export const pingShape = named('CablePing', { type: oneOf(['ping']), message: seconds });
export const confirmationShape = named('CableConfirmation', {
  identifier: ofAnyone,
  type: oneOf(['confirm_subscription']),
});
export const rejectionShape = named('CableRejection', { identifier: ofAnyone, type: oneOf(['reject_subscription']) });
export const disconnectShape = named('CableDisconnect', {
  type: oneOf(['disconnect']),
  reason: oneOf(DISCONNECT_REASONS),
  reconnect: { type: 'boolean', description: 'False = connecting again is of no use' } as Shape<boolean>,
});

const viewedShape: Shape<readonly number[]> = {
  ...list(integer),
  maxItems: MOST_VIEWED,
  description: 'With `view`: the numbers of the conversations that the member has open, all of them each time',
};

export const subscribeShape = named('CableSubscribe', { command: oneOf(['subscribe']), identifier: asked });
export const messageShape = named('CableMessage', {
  command: oneOf(['message']),
  identifier: asked,
  data: json(shape({ action: oneOf(ACTIONS) }, { conversation_ids: viewedShape }), { action: ACTIONS[0] }),
});
export const unsubscribeShape = named('CableUnsubscribe', { command: oneOf(['unsubscribe']), identifier: asked });

/** What a client asks for. */
export type CommandName = Shown<typeof subscribeShape | typeof messageShape | typeof unsubscribeShape>['command'];
export const COMMANDS: readonly CommandName[] = ['subscribe', 'message', 'unsubscribe'];

/** The frames of an event for users, and for contacts. */
export const teamFrames = framesOf(teamEventShapes, ofAnyone, '');
export const contactFrames = framesOf(contactEventShapes, ofContact, 'ForContact');

function framesOf<Event extends CableEvent>(
  shapes: Record<Event, Shape>,
  identifier: Shape<string>,
  ending: string,
): Record<Event, Shape> {
  const frames = Object.entries<Shape>(shapes).map(([event, data]) => [
    event,
    named(`Cable${inCapitals(event)}${ending}`, { identifier, message: shape({ event: oneOf([event]), data }) }),
  ]);
  return Object.fromEntries(frames) as Record<Event, Shape>;
}

/** MessageCreated for message.created. */
function inCapitals(event: string): string {
  return event.replaceAll(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
