declare module 'hoodiecrow-imap' {
  import type { EventEmitter } from 'node:events';
  import type { Server, Socket } from 'node:net';

  /** A mail of a mailbox; `raw` is a text with one character for each byte. */
  export type HoodiecrowMessage = { uid: number; flags: string[]; internaldate: string; raw: string };
  export type HoodiecrowMailbox = { uidvalidity: number; uidnext: number; messages: HoodiecrowMessage[] };
  export type HoodiecrowConnection = {
    socket: Socket | null;
    secureConnection: boolean;
    send(response: { tag: string; command: string; attributes: object[] }, description: string): void;
  };
  export type HoodiecrowCommand = { tag: string; command: string };
  export type HoodiecrowHandler = (
    connection: HoodiecrowConnection,
    parsed: HoodiecrowCommand,
    data: string,
    callback: () => void,
  ) => void;
  export type HoodiecrowUser = { password?: string; xoauth2?: { accessToken: string; sessionTimeout: number } };

  export type HoodiecrowServer = EventEmitter & {
    server: Server;
    users: Record<string, HoodiecrowUser>;
    connectionHandlers: ((connection: HoodiecrowConnection) => void)[];
    listen(port: number, host: string, listening: () => void): void;
    close(closed: () => void): void;
    getMailbox(path: string): HoodiecrowMailbox;
    getCommandHandler(command: string): HoodiecrowHandler | false;
    appendMessage(path: string, flags: string[], internaldate: Date, raw: string): { message: HoodiecrowMessage };
  };

  export default function hoodiecrow(options: {
    plugins?: string[];
    secureConnection?: boolean;
    credentials?: { key: string; cert: string };
    users?: Record<string, HoodiecrowUser>;
    storage?: object;
  }): HoodiecrowServer;
}
