import type { Request } from './support/drive.ts';
import * as loads from './support/loads.ts';

/** What is asked of Parley and of the bare server; `logged`: of Parley with its log of requests and rate limits. */
export type Row = { key: string; what: string; connections: number; logged?: boolean; requests(): Request[] };

const CONNECTIONS = [32, 4, 1];
const keyOf = (name: string, connections: number) => (connections === 32 ? name : `${name}-${connections}`);
const on = (connections: number) => (connections === 1 ? '1 connection' : `${connections} connections`);

export const ROWS: Row[] = [
  ...CONNECTIONS.map((connections) => ({
    key: keyOf('list', connections),
    what: `conversation list, ${on(connections)}`,
    connections,
    requests: () => [loads.list],
  })),
  {
    key: 'list-logged',
    what: 'the same, 32 connections, requests logged and limited',
    connections: 32,
    logged: true,
    requests: () => [loads.list],
  },
  ...CONNECTIONS.map((connections) => ({
    key: keyOf('create', connections),
    what: `message create, ${on(connections)}`,
    connections,
    requests: () => [loads.create()],
  })),
  ...[1, 3].map((creates) => ({
    key: `mixed-${creates}0`,
    what: `lists, of ten requests ${creates === 1 ? 'one creates' : `${creates} create`} a message, 32 connections`,
    connections: 32,
    requests: () => loads.mixed(creates),
  })),
];
