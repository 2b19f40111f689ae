import type { DialectRoute } from './in-dialect.ts';

type Answering = Pick<DialectRoute, 'method' | 'permission' | 'answer'> & { entrance: { caller: string | null } };

/** The permissions of what is the same for anyone. */
const FOR_ANYONE = new Set<string>(['docs:read', 'help_centre:read', 'widget_page:read']);

/** Names of fields with secrets, such as `access_token`. */
const SECRET = /secret|token|password|(^|_)key$/;

/**
 * Whether the route answers with documentation, the same for everybody. Such answers are compressed once, whatever the
 * setting, since they mix no secret with text of others.
 */
export function isPublic({ permission }: Pick<DialectRoute, 'permission'>): boolean {
  return permission === 'docs:read';
}

/**
 * Whether the route's answers may be compressed: documents of the program itself, and what callers read in which no
 * secret is shown.
 */
export function isCompressible({ method, permission, answer, entrance }: Answering): boolean {
  if (method !== 'GET') return false;
  if (FOR_ANYONE.has(permission)) return true;
  const isForCallers = entrance.caller === 'application' || entrance.caller === 'platform';
  return isForCallers && !answer.isWritten && !holdsSecret(answer.shape);
}

/** Whether a property of that name is anywhere in the shape. */
function holdsSecret(shape: unknown): boolean {
  if (typeof shape !== 'object' || shape === null) return false;
  return Object.entries(shape).some(([name, inner]) => SECRET.test(name) || holdsSecret(inner));
}
