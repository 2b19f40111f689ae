import type { App } from '../app.ts';
import { findSubscriber } from './find-subscriber.ts';
import type { PresenceKeeper } from './keep-presence.ts';
import type { ViewingKeeper } from './keep-viewing.ts';
import { presenceUpdate } from './presence-update.ts';
import { confirmFrame, messageFrame, rejectFrame } from './protocol.ts';
import { readAction, readCommand, readIdentifier, readViewed } from './read-command.ts';
import type { CableSocket, Subscription } from './socket.ts';
import type { Subscriber } from './subscriber.ts';
import type { Subscriptions } from './subscriptions.ts';

/** The most subscriptions of a socket, and the most sockets of a person. */
const MOST_SUBSCRIPTIONS = 10;
const MOST_SOCKETS = 50;

/** What answers are made with. */
export type Answering = { app: App; subscriptions: Subscriptions; presence: PresenceKeeper; viewing: ViewingKeeper };

/** Runs the command in a client's frame. Unknown commands, and commands without a subscription, are ignored. */
export async function answerCommand(answering: Answering, socket: CableSocket, frame: string): Promise<void> {
  const asked = readCommand(frame);
  if (asked === null) return;
  const { command, identifier, data } = asked;
  if (command === 'subscribe') return subscribe(answering, socket, identifier);
  const subscription = socket.subscriptions.get(identifier);
  if (!subscription) return;
  if (command === 'unsubscribe') return answering.subscriptions.remove(subscription);
  const action = readAction(data);
  if (action === 'update_presence') await updatePresence(answering, subscription);
  else if (action === 'view') await answering.viewing.view(subscription, readViewed(data));
}

/** A subscription that stands is not confirmed again: some clients would end it then. */
async function subscribe(answering: Answering, socket: CableSocket, identifier: string): Promise<void> {
  const { app, subscriptions } = answering;
  if (socket.subscriptions.has(identifier)) return;
  const claim = readIdentifier(identifier);
  if (claim === null) return;
  const who = await findSubscriber(app.tx(), { ...claim, address: socket.address }, app.now());
  if (!socket.isOpen) return;
  if (who === null || isOneTooMany(subscriptions, socket, who)) return socket.send(rejectFrame(identifier));
  const subscription = { socket, identifier, who };
  subscriptions.add(subscription);
  socket.send(confirmFrame(identifier));
  await updatePresence(answering, subscription);
}

/** Clients take everybody for offline who is not in an answer to this. */
async function updatePresence({ app, presence }: Answering, { socket, identifier, who }: Subscription): Promise<void> {
  await presence.arrived(who);
  socket.send(messageFrame(identifier, await presenceUpdate(app.tx(), who, app.now())));
}

function isOneTooMany(subscriptions: Subscriptions, socket: CableSocket, who: Subscriber): boolean {
  if (socket.subscriptions.size >= MOST_SUBSCRIPTIONS) return true;
  const sockets = new Set([...subscriptions.ofPerson(who)].map((subscription) => subscription.socket));
  return sockets.add(socket).size > MOST_SOCKETS;
}
