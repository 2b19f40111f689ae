import type { Shown } from '../../wire/shape.ts';
import { pubsubToken, USER_ITSELF } from '../../secrets.ts';
import { iso } from '../../time.ts';
import type { platformUserShape } from './answers.ts';
import type { PlatformUserRow } from './queries.ts';

/**
 * A user in the Platform API. An access token is shown only when it is created; null = created before.
 */
export function presentPlatformUser(
  user: PlatformUserRow,
  accessToken: string | null = null,
): Shown<typeof platformUserShape> {
  const [current] = user.memberships.toSorted((a, b) => (b.activeAt?.getTime() ?? 0) - (a.activeAt?.getTime() ?? 0));
  return {
    access_token: accessToken,
    id: user.id,
    name: user.name,
    display_name: user.displayName,
    available_name: user.displayName || user.name,
    email: user.email,
    uid: user.email,
    provider: 'email',
    pubsub_token: pubsubToken(user.pubsubSecret, USER_ITSELF),
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
