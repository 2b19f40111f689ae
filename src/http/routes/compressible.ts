import type { Route } from './route.ts';

type Answering = Pick<Route, 'method' | 'permission' | 'answer'> & { entrance: { caller: string | null } };

/** Names of what gives access, such as `access_token`. */
const SECRET = /secret|token|password|(^|_)key$/;

/**
 * Whether the route's answers may be compressed: documents of the program itself, and what callers read in which no
 * secret is shown.
 */
export function isCompressible({ method, permission, answer, entrance }: Answering): boolean {
  if (permission === 'docs:read') return true;
  const isForCallers = entrance.caller === 'application' || entrance.caller === 'platform';
  return method === 'GET' && isForCallers && !answer.isWritten && !holdsSecret(answer.shape);
}

/** Whether a property of that name is anywhere in the shape. */
function holdsSecret(shape: unknown): boolean {
  if (typeof shape !== 'object' || shape === null) return false;
  return Object.entries(shape).some(([name, inner]) => SECRET.test(name) || holdsSecret(inner));
}
