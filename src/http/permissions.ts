import { accessDenied } from '../errors.ts';
import type { Role, RouteMiddleware } from './state.ts';

const MEMBERS = ['administrator', 'agent'] as const;
const MEMBERS_AND_BOTS = ['administrator', 'agent', 'agent_bot'] as const;
const ADMINISTRATORS = ['administrator'] as const;

/** Who may do what. Every route names one row of this table; a test sees to it. */
export const permissions = {
  'account:read': MEMBERS,
  'account:write': ADMINISTRATORS,
  'contact:read': MEMBERS,
  'contact:write': MEMBERS,
  'contact:delete': ADMINISTRATORS,
  'conversation:create': MEMBERS_AND_BOTS,
  'conversation:read': MEMBERS_AND_BOTS,
  'conversation:list': MEMBERS,
  'conversation:write': MEMBERS_AND_BOTS,
  'conversation:handle': MEMBERS,
  'conversation:delete': ADMINISTRATORS,
  'file:read': ['anyone'],
  'health:read': ['anyone'],
  'inbox:read': MEMBERS,
  'inbox:write': ADMINISTRATORS,
  'message:read': MEMBERS,
  'message:create': MEMBERS_AND_BOTS,
  'message:write': MEMBERS,
  'profile:read': ['user'],
  'profile:write': ['user'],
  'webhook:read': ADMINISTRATORS,
  'webhook:write': ADMINISTRATORS,
} as const satisfies Record<string, readonly (Role | 'anyone')[]>;

export type Permission = keyof typeof permissions;

/** Lets only those through who hold `permission`; what anyone may do needs no token. */
export function allow(permission: Permission): RouteMiddleware & { permission: Permission } {
  const roles: readonly (Role | 'anyone')[] = permissions[permission];

  const guard: RouteMiddleware = function allow(ctx, next) {
    if (roles.includes('anyone')) return next();
    const { role } = ctx.state.caller;
    if (!roles.includes(role)) {
      throw accessDenied(`${permission} needs the role ${roles.join(' or ')}, and this token has ${role}`);
    }
    return next();
  };
  return Object.assign(guard, { permission });
}
