import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:net';
import type { BrowserContext } from 'playwright-core';
import type { Place } from '../database.ts';
import { type Served, serveParley } from '../parley.ts';
import type { Random } from '../../../bin/seed/random.ts';
import { givenConnection, type Connection } from './connection.ts';

export const KINDS = ['offline', 'connections', 'server'] as const;
/** How the connection is cut: the browser is offline, sockets end in the middle of what they say, or the server is killed. */
export type Kind = (typeof KINDS)[number];

const LONGEST_OFFLINE_MS = 800;
const LONGEST_REFUSAL_MS = 400;
const LONGEST_WAY_MS = 200;
/** More than a message and its answer. */
const MOST_BYTES = 4000;
/** Where less is said, connections end without having said so much: pings alone would take minutes for it. */
const LONGEST_TALK_MS = 500;
const LOOK_MS = 5;

/** A server of its own process, and the connection to it. */
export type CutServer = {
  connection: Connection;
  /** The address of the server itself, past the connection. */
  url: string;
  /**
   * Cuts the connection; `during` runs while it is cut, where the server is there. Returns when it was back, in Unix
   * milliseconds. Connections end after at most so many bytes more, at random.
   */
  cut(kind: Kind, context: BrowserContext, during?: () => Promise<unknown>, bytes?: number): Promise<number>;
  stop(): Promise<void>;
};

export async function givenCutServer(place: Place, env: Record<string, string>, random: Random): Promise<CutServer> {
  let server: Served = await serveParley(place, env);
  const { url } = server;
  const { port } = new URL(url);
  const connection = await givenConnection(url);
  const upTo = (most: number) => Math.floor(random.next() * most);

  const cuts: Record<Kind, (...given: [BrowserContext, () => Promise<unknown>, number]) => Promise<number>> = {
    async offline(context, during) {
      await context.setOffline(true);
      // Chromium leaves sockets open, as networks that are gone for a moment do; others end them.
      if (random.pick([true, false])) connection.cut();
      await Promise.all([during(), sleep(upTo(LONGEST_OFFLINE_MS))]);
      connection.mend();
      const back = Date.now();
      await context.setOffline(false);
      return back;
    },
    async connections(_, during, bytes) {
      await Promise.race([connection.cutAfter(1 + upTo(bytes)), sleep(LONGEST_TALK_MS)]);
      connection.cut();
      await Promise.all([during(), sleep(upTo(LONGEST_REFUSAL_MS))]);
      connection.mend();
      return Date.now();
    },
    async server(_, during) {
      await Promise.all([during(), sleep(upTo(LONGEST_WAY_MS))]);
      await server.kill();
      const [back, started] = await Promise.all([untilOpen(Number(port)), serveParley(place, env, ['--port', port])]);
      server = started;
      return back;
    },
  };

  return {
    connection,
    url,
    cut: (kind, context, during = async () => {}, bytes = MOST_BYTES) => cuts[kind](context, during, bytes),
    async stop() {
      await connection.stop();
      await server.stop();
    },
  };
}

/** Waits until something listens there; returns when that was. */
async function untilOpen(port: number): Promise<number> {
  for (;;) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.on('error', () => resolve(false));
      socket.on('connect', () => socket.destroy());
    });
    if (isOpen) return Date.now();
    await sleep(LOOK_MS);
  }
}
