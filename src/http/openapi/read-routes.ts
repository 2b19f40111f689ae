import type { Answer } from '../describe.ts';
import { type Permission, permissions } from '../permissions.ts';
import type { Input, Role } from '../state.ts';

/** One route, with what it says of itself. */
export type Route = {
  method: string;
  /** With its parameters by name: /api/v1/accounts/:account_id/webhooks/:id */
  path: string;
  /** What it asks of its caller; undefined = it forgot to. */
  permission: Permission | undefined;
  /** Whether `allow` says that it changes nothing, whatever its method. */
  onlyReads: boolean;
  /** What `takes` says; undefined = it says nothing. */
  input: Input | undefined;
  /** What `answers` says; undefined = it says nothing. */
  answer: Answer | undefined;
  /** What `mayAnswer` says. */
  others: Answer[];
  /** The names of the middleware that its requests pass before it: authenticate, body, idempotency. */
  passes: string[];
};

/** What a router keeps of each route, and of each middleware, which has no methods. */
export type Layer = { path: string | RegExp; methods: string[]; stack: readonly unknown[] };

type Described = Partial<{
  permission: Permission;
  onlyReads: boolean;
  input: Input;
  answer: Answer;
  other: Answer;
  name: string;
}>;

/** Every route of a router, in its order. */
export function readRoutes(layers: readonly Layer[]): Route[] {
  const gates = layers.filter(({ methods }) => methods.length === 0);
  return layers.flatMap((layer) =>
    layer.methods.filter((method) => method !== 'HEAD').map((method) => readRoute(method, layer, gates)),
  );
}

/** Whether a request with an `Idempotency-Key` happens once. */
export function happensOnce({ method, passes, onlyReads }: Pick<Route, 'method' | 'passes' | 'onlyReads'>): boolean {
  return method !== 'GET' && !onlyReads && passes.includes('idempotency');
}

/** Who may use the route, by the permissions table. */
export function rolesOf({ permission }: Pick<Route, 'permission'>): readonly (Role | 'anyone')[] {
  return permission === undefined ? [] : permissions[permission];
}

function readRoute(method: string, layer: Layer, gates: readonly Layer[]): Route {
  const path = String(layer.path);
  const handlers = layer.stack as readonly Described[];
  const before = gates.filter((gate) => `${path}/`.startsWith(`${String(gate.path)}/`));
  return {
    method,
    path,
    permission: handlers.find(({ permission }) => permission !== undefined)?.permission,
    onlyReads: handlers.some(({ onlyReads }) => onlyReads),
    input: handlers.find(({ input }) => input !== undefined)?.input,
    answer: handlers.find(({ answer }) => answer !== undefined)?.answer,
    others: handlers.flatMap(({ other }) => (other === undefined ? [] : [other])),
    passes: [...before.flatMap(({ stack }) => stack as readonly Described[]), ...handlers].flatMap(
      ({ name }) => name ?? [],
    ),
  };
}
