import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { MINUTE, SECOND } from '../time.ts';
import { disconnectFrame, type DisconnectReason } from './protocol.ts';
import type { Subscriber } from './subscriber.ts';

/** More bytes than this unsent, and the client is too slow. */
const MOST_UNSENT = 1_000_000;
/** More bytes than this gathered, and they are handed to the system. */
const MOST_GATHERED = 64 * 1024;
/** Frames of a client in a minute. Clients tell their presence every 20 seconds, and subscribe once. */
const MOST_FRAMES = 300;
/** How long a client has to read what was sent before the end. */
const LINGER_MS = 5 * SECOND;
/** The close code of RFC 6455 for an end by the server. */
const GOING_AWAY = 1001;

/** A subscription of a socket; `identifier` is the client's. */
export type Subscription = {
  socket: CableSocket;
  identifier: string;
  who: Subscriber;
  /** The row keys of the conversations that a member has open; absent = they have not said it. */
  viewed?: readonly number[];
};

/** One connection of a client. */
export class CableSocket {
  /** By identifier. */
  readonly subscriptions = new Map<string, Subscription>();
  /** When the client last answered, by `performance.now()`. */
  heardAt = performance.now();
  /** Since when it has no subscription, if it has none, by `performance.now()`. */
  idleSince = performance.now();
  /** When the minute began in which frames are counted, by `performance.now()`, and how many there were. */
  #minute = { began: performance.now(), frames: 0 };
  readonly #ws: WebSocket;
  readonly #connection: Duplex;
  #isGathering = false;
  #isEnding = false;
  /** Of the client. */
  readonly address: string;

  /** `connection` is that of the WebSocket. */
  constructor(ws: WebSocket, connection: Duplex, address: string) {
    this.#ws = ws;
    this.#connection = connection;
    this.address = address;
  }

  get isOpen(): boolean {
    return !this.#isEnding && this.#ws.readyState === this.#ws.OPEN;
  }

  /** Counts a frame of the client. False = there were too many in a minute: each may ask the database. */
  countFrame(): boolean {
    const now = performance.now();
    if (now - this.#minute.began > MINUTE) this.#minute = { began: now, frames: 0 };
    this.#minute.frames += 1;
    return this.#minute.frames <= MOST_FRAMES;
  }

  /** Sends a frame; a client that does not read what it was sent before is disconnected instead. */
  send(frame: string): void {
    if (!this.isOpen) return;
    if (this.#isGathering && this.#ws.bufferedAmount > MOST_GATHERED) {
      this.release();
      this.gather();
    }
    if (this.#ws.bufferedAmount > MOST_UNSENT) return this.disconnect('remote', true);
    this.#ws.send(frame);
  }

  /** Gathers the frames that are sent until `release`: handing one to the system takes longer than making it. */
  gather(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    this.#connection.cork();
  }

  /** Hands what was gathered to the system. */
  release(): void {
    if (!this.#isGathering) return;
    this.#isGathering = false;
    this.#connection.uncork();
  }

  /** Says why, and closes the connection; one that is not read from is cut off after five seconds. */
  disconnect(reason: DisconnectReason, reconnect: boolean): void {
    if (!this.isOpen) return;
    this.#isEnding = true;
    this.#ws.send(disconnectFrame(reason, reconnect));
    this.#ws.close(GOING_AWAY);
    const cut = setTimeout(() => this.#ws.terminate(), LINGER_MS);
    this.#ws.once('close', () => clearTimeout(cut));
  }

  /** Whether it has had no subscription since `time`, by `performance.now()`. */
  isIdleAt(time: number): boolean {
    return this.subscriptions.size === 0 && this.idleSince < time;
  }

  /** Asks the client to answer, at the level of the WebSocket: browsers do, even in hidden tabs. */
  askForAnswer(): void {
    if (this.#ws.readyState === this.#ws.OPEN) this.#ws.ping();
  }

  cutOff(): void {
    this.#ws.terminate();
  }
}
