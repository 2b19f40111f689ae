import { AppError } from '../errors.ts';
import { switchingProtocols } from '../http/routes/answer.ts';
import { routes } from '../http/routes/route.ts';
import { cableFrames } from './frames.ts';

export const cable = routes('/cable');

// A request to upgrade goes to open-cable.ts.
cable.get(
  '/',
  {
    permission: 'cable:read',
    summary: 'Open a socket, on which is told what changes',
    description:
      'A WebSocket with the ActionCable protocol. A client that offers subprotocols gets the first of those that are known, ' +
      'and one that offers none gets none. Pages of any origin may open it: the right to listen is in the `pubsub_token` of each ' +
      'subscription, which is in the profile and in the answer to signing in, and for contacts in their answers of the Public API. ' +
      'A refused handshake is answered with 400, a request that does not ask for a WebSocket with 404. ' +
      'Frames are JSON as text, from clients at most 64 kB each and 300 a minute; those that are not known are ignored. ' +
      'All sockets of a person together may send as many frames as a caller may send requests; more end the socket with the reason `remote`. ' +
      'A socket has up to 10 subscriptions, and a person up to 50 sockets. Nothing is replayed: `GET .../events` has what was missed.',
    answer: switchingProtocols,
    mayAnswer: [400, 404],
    socket: cableFrames,
  },
  () => {
    throw new AppError('not_found', 'Not found', { detail: NO_UPGRADE });
  },
);

const NO_UPGRADE =
  'this address is a WebSocket, and the request has no header "Upgrade: websocket"; if a WebSocket client has sent it, a proxy has ' +
  'taken the header away: have the proxy speak HTTP/1.1 to this server, and pass Upgrade and Connection on';
