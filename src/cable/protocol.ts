import { unixSeconds } from '../time.ts';
import type {
  confirmationShape,
  disconnectShape,
  pingShape,
  rejectionShape,
  welcomeShape,
} from '../wire/cable/frame-shapes.ts';
import type { Shown } from '../wire/shape.ts';

// The frames of the ActionCable protocol that the server sends, and the subprotocols by which clients ask for it.

export type DisconnectReason = Shown<typeof disconnectShape>['reason'];

export const WELCOME = textOf<typeof welcomeShape>({ type: 'welcome' });

export const pingFrame = (now: Date) => textOf<typeof pingShape>({ type: 'ping', message: unixSeconds(now) });

/** The identifier goes back unchanged, because clients look up subscriptions by it. */
export const confirmFrame = (identifier: string) =>
  textOf<typeof confirmationShape>({ identifier, type: 'confirm_subscription' });
export const rejectFrame = (identifier: string) =>
  textOf<typeof rejectionShape>({ identifier, type: 'reject_subscription' });

/** `reconnect` false ends the client's attempts to connect again. */
export const disconnectFrame = (reason: DisconnectReason, reconnect: boolean) =>
  textOf<typeof disconnectShape>({ type: 'disconnect', reason, reconnect });

/** An event for a subscription; `message` is its JSON, shared by all subscriptions. */
export const messageFrame = (identifier: string, message: string) =>
  `{"identifier":${JSON.stringify(identifier)},"message":${message}}`;

/** The second is AnyCable's; what it adds is not answered. */
export const PROTOCOLS = ['actioncable-v1-json', 'actioncable-v1-ext-json'];

/** The chosen one of the offered subprotocols; false = none, for clients that offer none. */
export function chooseProtocol(offered: Set<string>): string | false {
  return PROTOCOLS.find((protocol) => offered.has(protocol)) ?? false;
}

function textOf<Frame>(frame: Shown<Frame>): string {
  return JSON.stringify(frame);
}
