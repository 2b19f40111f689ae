import { eventually } from '../eventually.ts';
import type { BareSocket } from './bare-socket.ts';

/** Says that these conversations are open, and waits until the server has done what that means. */
export async function view(socket: BareSocket, ids: readonly unknown[]): Promise<void> {
  const { identifier } = await socket.frame(({ type }) => type === 'confirm_subscription');
  socket.send({ command: 'message', identifier, data: JSON.stringify({ action: 'view', conversation_ids: ids }) });
  const before = updatesOf(socket);
  socket.send({ command: 'message', identifier, data: JSON.stringify({ action: 'update_presence' }) });
  // Frames are answered one after the other.
  await eventually(
    () => updatesOf(socket),
    (count) => count > before,
  );
}

const updatesOf = (socket: BareSocket) => socket.events().filter(({ event }) => event === 'presence.update').length;

/** What the socket has been told of who views conversations. */
export const viewingsOf = (socket: BareSocket) =>
  socket.events().flatMap(({ event, data }) => (event === 'conversation.viewing' ? [data] : []));
