import type { Shown } from '../../wire/shape.ts';
import { iso } from '../../time.ts';
import type { platformUserShape } from './answers.ts';
import type { PlatformUserRow } from './queries.ts';

/** A user as programs of the Platform API see them. Tokens are shown only when they are made. */
export function presentPlatformUser(user: PlatformUserRow): Shown<typeof platformUserShape> {
  const [current] = user.memberships.toSorted((a, b) => (b.activeAt?.getTime() ?? 0) - (a.activeAt?.getTime() ?? 0));
  return {
    id: user.id,
    name: user.name,
    display_name: user.displayName,
    available_name: user.displayName || user.name,
    email: user.email,
    uid: user.email,
    provider: 'email',
    confirmed: true,
    account_id: current?.id ?? null,
    role: current?.role ?? null,
    avatar_url: user.avatarUrl ?? '',
    message_signature: user.messageSignature,
    ui_settings: user.uiSettings,
    custom_attributes: user.customAttributes,
    created_at: user.createdAt.toISOString(),
    accounts: user.memberships.map(({ id, name, activeAt, role }) => ({ id, name, active_at: iso(activeAt), role })),
  };
}
