import type { TokenScope } from '../entities/access-token.ts';
import { accessDenied } from '../errors.ts';
import { mayOnlyRead } from '../records/access/token-scope.ts';
import type { Caller, Ctx, Role } from './state.ts';

const MEMBERS = ['administrator', 'agent'] as const;
const MEMBERS_AND_BOTS = ['administrator', 'agent', 'agent_bot'] as const;
const ADMINISTRATORS = ['administrator'] as const;

/** The roles with each permission. Every route names a row of this table; a test checks it. */
export const permissions = {
  'access_token:read': ['user'],
  'access_token:write': ['user'],
  'account:attend': MEMBERS,
  'account:create': ['anyone'],
  'account:read': MEMBERS,
  'account:write': ADMINISTRATORS,
  'agent:read': MEMBERS,
  'agent:write': ADMINISTRATORS,
  'agent_bot:read': MEMBERS,
  'agent_bot:write': ADMINISTRATORS,
  'article:list': MEMBERS,
  'article:read': ADMINISTRATORS,
  'article:write': ADMINISTRATORS,
  'agent_capacity_policy:read': ADMINISTRATORS,
  'agent_capacity_policy:write': ADMINISTRATORS,
  'assignment_policy:read': ADMINISTRATORS,
  'assignment_policy:write': ADMINISTRATORS,
  'audit_log:read': ADMINISTRATORS,
  'authorization:create': ADMINISTRATORS,
  // The right to it is in the state that the provider gives back.
  'authorization_callback:read': ['anyone'],
  'authorization_callback:write': ['anyone'],
  'automation_rule:read': ADMINISTRATORS,
  'automation_rule:write': ADMINISTRATORS,
  'bulk_action:create': MEMBERS,
  'bulk_action:read': MEMBERS,
  // The right to listen is in the token of each subscription.
  'cable:read': ['anyone'],
  'campaign:read': ADMINISTRATORS,
  'campaign:write': ADMINISTRATORS,
  'canned_response:read': MEMBERS,
  'canned_response:write': MEMBERS,
  'category:list': MEMBERS,
  'category:read': ADMINISTRATORS,
  'category:write': ADMINISTRATORS,
  'confirmation:create': ['anyone'],
  'confirmation:write': ['anyone'],
  // Of an account that the query names: the route looks at the role.
  'console:read': ['user'],
  'console_page:read': ['anyone'],
  'contact:read': MEMBERS,
  'contact:write': MEMBERS,
  'contact:delete': ADMINISTRATORS,
  'contact:export': ADMINISTRATORS,
  'contact_data:read': ADMINISTRATORS,
  'contact:import': ADMINISTRATORS,
  'contact:merge': MEMBERS,
  'conversation:create': MEMBERS_AND_BOTS,
  'conversation:read': MEMBERS_AND_BOTS,
  'conversation:list': MEMBERS,
  'conversation:write': MEMBERS_AND_BOTS,
  'conversation:handle': MEMBERS,
  'conversation:delete': ADMINISTRATORS,
  'csat_survey_response:read': ADMINISTRATORS,
  'csat_survey_response:write': ADMINISTRATORS,
  'custom_attribute_definition:read': MEMBERS,
  'custom_attribute_definition:write': ADMINISTRATORS,
  'custom_filter:read': MEMBERS,
  'custom_filter:write': MEMBERS,
  'dashboard_app:read': MEMBERS,
  'dashboard_app:write': ADMINISTRATORS,
  'direct_upload:write': ['anyone'],
  'docs:read': ['anyone'],
  'draft_message:read': MEMBERS,
  'draft_message:write': MEMBERS,
  'erasure:create': ADMINISTRATORS,
  'erasure:read': ADMINISTRATORS,
  'event:read': MEMBERS_AND_BOTS,
  'file:read': ['anyone'],
  'health:read': ['anyone'],
  'help_centre:read': ['anyone'],
  'inbox:read': MEMBERS,
  'inbox:write': ADMINISTRATORS,
  'inbox_member:read': MEMBERS,
  'inbox_member:write': ADMINISTRATORS,
  'integration:read': MEMBERS,
  'integration:use': MEMBERS,
  'integration:write': ADMINISTRATORS,
  'label:read': MEMBERS,
  'label:write': ADMINISTRATORS,
  'macro:read': MEMBERS,
  'macro:write': MEMBERS,
  'macro:execute': MEMBERS,
  'message:read': MEMBERS,
  'message:create': MEMBERS_AND_BOTS,
  'message:write': MEMBERS,
  // By the settings of the operator, which the route looks at.
  'metrics:read': ['anyone'],
  'mfa:read': ['user'],
  'mfa:write': ['user'],
  'notification:read': MEMBERS,
  'notification:write': MEMBERS,
  'notification_setting:read': MEMBERS,
  'notification_setting:write': MEMBERS,
  'notification_subscription:read': ['user'],
  'notification_subscription:write': ['user'],
  'pack:read': ['anyone'],
  'password:create': ['anyone'],
  'password:write': ['anyone'],
  'platform_account:read': ['platform_app'],
  'platform_account:write': ['platform_app'],
  'platform_bot:read': ['platform_app'],
  'platform_bot:write': ['platform_app'],
  'platform_user:read': ['platform_app'],
  'platform_user:write': ['platform_app'],
  'portal:read': MEMBERS,
  'portal:write': ADMINISTRATORS,
  'portal_domain:read': ADMINISTRATORS,
  'profile:read': ['user'],
  'profile:write': ['user'],
  // A provider is known by its signature or its secret.
  'provider_callback:create': ['anyone'],
  'provider_callback:read': ['anyone'],
  // A contact is known by the path, in which the source id is a secret.
  'public_contact:read': ['anyone'],
  'public_contact:write': ['anyone'],
  'public_conversation:read': ['anyone'],
  'public_conversation:write': ['anyone'],
  'public_inbox:read': ['anyone'],
  'public_message:read': ['anyone'],
  'public_message:write': ['anyone'],
  'report:read': ADMINISTRATORS,
  'reporting_event:read': ADMINISTRATORS,
  'saml_login:create': ['anyone'],
  'saml_settings:read': ADMINISTRATORS,
  'saml_settings:write': ADMINISTRATORS,
  'search:read': MEMBERS,
  'session:create': ['anyone'],
  'session:read': ['user'],
  'session:write': ['user'],
  // The right to it is in the token that the server prints.
  'setup:create': ['anyone'],
  // By what an identity provider says, which the route looks at.
  'single_sign_on:read': ['anyone'],
  'single_sign_on:write': ['anyone'],
  'slack_channel:read': ADMINISTRATORS,
  'survey:read': ['anyone'],
  'survey:write': ['anyone'],
  'team:read': MEMBERS,
  'team:write': ADMINISTRATORS,
  'upload:create': MEMBERS,
  'widget_page:read': ['anyone'],
  'webhook:read': ADMINISTRATORS,
  'webhook:write': ADMINISTRATORS,
  // A visitor is known by their token, which http/widget/ checks.
  'widget:read': ['anyone'],
  'widget:write': ['anyone'],
  'year_in_review:read': MEMBERS,
} as const satisfies Record<string, readonly (Role | 'anyone')[]>;

export type Permission = keyof typeof permissions;

/**
 * @throws AppError `access_denied` unless the caller has the permission, and their token is good for it; a permission of
 *   anyone needs no caller
 */
export function checkPermission(permission: Permission, ctx: Ctx): void {
  const roles = rolesOf({ permission });
  if (roles.includes('anyone')) return;
  const { caller } = ctx.state;
  mustBeOneOf(roles, permission, caller.role);
  if (scopeFor({ permission }) === 'read' || !mayOnlyRead(caller)) return;
  throw accessDenied(`${permission} needs a token with the scope write, and this one is only for reading`);
}

function mustBeOneOf(roles: readonly (Role | 'anyone')[], permission: Permission, role: Role): void {
  if (roles.includes(role)) return;
  throw accessDenied(`${permission} needs the role ${roles.join(' or ')}, and this token has ${role}`);
}

/** The permissions of the caller in the account, with their role there and the scope of their token. */
export function permissionsOf(caller: Pick<Caller, 'role' | 'scope'>): Permission[] {
  const all = Object.keys(permissions) as Permission[];
  return all.filter((permission) => {
    const isGranted = rolesOf({ permission }).includes(caller.role);
    return isGranted && (scopeFor({ permission }) === 'read' || !mayOnlyRead(caller));
  });
}

/** The scope that a token needs for the route: what only shows something is named `read` or `list`. */
export function scopeFor({ permission }: { permission: Permission }): TokenScope {
  return /:(read|list)$/.test(permission) ? 'read' : 'write';
}

/** The roles that may use the route. */
export function rolesOf({ permission }: { permission: Permission }): readonly (Role | 'anyone')[] {
  return permissions[permission];
}
