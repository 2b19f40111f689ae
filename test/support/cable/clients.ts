import { createCable } from '@anycable/core';
import { buildSync } from 'esbuild';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Frame } from './bare-socket.ts';
import { noteFrame, throwWrongFrames } from './check-frame.ts';

/** What a client does with what happens. */
export type Listener = {
  confirmed(): void;
  rejected(): void;
  /** The connection has ended; clients that may, connect again. */
  disconnected(): void;
  received(message: Frame): void;
};

export type Client = { perform(action: string): void; close(): void };

/** A library as its users connect with it; `params` identify the subscription. */
export type Connect = (url: string, params: Record<string, unknown>, listener: Listener) => Promise<Client>;

/** What Rails' libraries expect of a browser. */
function pretendBrowser(): void {
  const listening = { addEventListener: () => {}, removeEventListener: () => {} };
  Object.assign(globalThis, { self: globalThis, document: { visibilityState: 'visible', ...listening }, ...listening });
}

type Callbacks = { connected(): void; rejected(): void; disconnected(): void; received(message: Frame): void };
type Consumer = {
  subscriptions: { create(params: object, callbacks: Callbacks): { perform(action: string, data?: object): void } };
  disconnect(): void;
};
type Rails = { createConsumer(url: string): Consumer };

const require = createRequire(import.meta.url);

const rails =
  (name: string): Connect =>
  async (url, params, listener) => {
    pretendBrowser();
    const consumer = (require(name) as Rails).createConsumer(url);
    const { confirmed: connected, ...rest } = listener;
    const subscription = consumer.subscriptions.create({ channel: 'RoomChannel', ...params }, { connected, ...rest });
    return { perform: (action) => subscription.perform(action), close: () => consumer.disconnect() };
  };

const anyCable: Connect = async (url, params, listener) => {
  const cable = createCable(url, { logLevel: 'error' });
  const channel = cable.subscribeTo('RoomChannel', params as Record<string, string>);
  channel.on('connect', listener.confirmed);
  channel.on('disconnect', listener.disconnected);
  channel.on('close', (error) => (error ? listener.rejected() : undefined));
  channel.on('message', listener.received);
  return { perform: (action) => void channel.perform(action), close: () => void cable.disconnect() };
};

type Emitter = {
  on(name: string, listen: (message: Frame) => void): Emitter;
  perform(action: string): void;
};
type Native = {
  ActionCable: {
    createConsumer(url: string): { subscriptions: { create(params: object): Emitter }; disconnect(): void };
  };
};

/** The library of Chatwoot's mobile app, which is TypeScript. */
const reactNative: Connect = async (url, params, listener) => {
  const file = join(tmpdir(), `native-${process.pid}.cjs`);
  const entry = require.resolve('@kesha-antonov/react-native-action-cable');
  buildSync({ entryPoints: [entry], outfile: file, bundle: true, platform: 'node', format: 'cjs' });
  const consumer = (require(file) as Native).ActionCable.createConsumer(url);
  const subscription = consumer.subscriptions
    .create({ channel: 'RoomChannel', ...params })
    .on('connected', listener.confirmed)
    .on('rejected', listener.rejected)
    .on('disconnected', listener.disconnected)
    .on('received', ({ action: _, ...message }) => listener.received(message));
  return { perform: (action) => subscription.perform(action), close: () => consumer.disconnect() };
};

/** Checks each event against the document: `close` throws what was wrong. */
const checked =
  (connect: Connect): Connect =>
  async (url, params, listener) => {
    const identifier = JSON.stringify(params);
    const client = await connect(url, params, {
      ...listener,
      received(message) {
        noteFrame({ identifier, message });
        listener.received(message);
      },
    });
    return {
      perform: (action) => client.perform(action),
      close() {
        client.close();
        throwWrongFrames();
      },
    };
  };

/** The libraries that clients of Chatwoot use. */
export const CLIENTS: [name: string, connect: Connect][] = [
  ['@rails/actioncable 6.1', checked(rails('actioncable-6'))],
  ['@rails/actioncable 8.1', checked(rails('@rails/actioncable'))],
  ['@anycable/core', checked(anyCable)],
  ['@kesha-antonov/react-native-action-cable', checked(reactNative)],
];
