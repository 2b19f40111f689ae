import { MINUTE, SECOND } from '../time.ts';
import { pingFrame } from './protocol.ts';
import type { CableSocket } from './socket.ts';

const TIMES = {
  /** Clients take a connection for dead after six seconds without a frame. */
  pingMs: 3 * SECOND,
  askMs: 20 * SECOND,
  /** How long a client may not answer. */
  silenceMs: MINUTE,
  /** How long a socket may be without a subscription: nothing is known of who has it. */
  idleMs: 2 * MINUTE,
};

/**
 * Sends pings on all sockets, cuts off those whose clients do not answer, and ends those that nobody listens on. Returns
 * a function that ends it.
 */
export function keepAlive(sockets: ReadonlySet<CableSocket>, now: () => Date, times = TIMES): () => void {
  const pinging = setInterval(() => {
    const frame = pingFrame(now());
    for (const socket of sockets) socket.send(frame);
  }, times.pingMs);
  const asking = setInterval(() => {
    const time = performance.now();
    for (const socket of sockets) {
      if (time - socket.heardAt > times.silenceMs) socket.cutOff();
      else if (socket.isIdleAt(time - times.idleMs)) socket.disconnect('unauthorized', false);
      else socket.askForAnswer();
    }
  }, times.askMs);
  return () => {
    clearInterval(pinging);
    clearInterval(asking);
  };
}
