import { attributes, flag, integer, list, named, nullable, oneOf, shape, text } from '../../wire/shape.ts';
import { APPS } from './apps.ts';

const appId = oneOf(APPS.map(({ id }) => id));

/** `status`: false = the provider no longer lets this server in. Administrators see the last two. */
const hookShape = named(
  'IntegrationHook',
  {
    id: integer,
    app_id: appId,
    status: flag,
    inbox: nullable(attributes),
    account_id: integer,
    hook_type: oneOf(['account']),
  },
  { settings: attributes, reference_id: nullable(text) },
);

/** `enabled`: whether it is connected. `action`: where a browser connects it; null = this takes a request of its own. */
export const appShape = named(
  'IntegrationApp',
  { id: appId, name: text, description: text, short_description: text, enabled: flag, hooks: list(hookShape) },
  {
    logo: text,
    i18n_key: text,
    action: nullable(text),
    button: text,
    hook_type: oneOf(['account']),
    allow_multiple_hooks: flag,
    visible_properties: list(text),
  },
);

export const appListShape = shape({ payload: list(appShape) });

export const redirectShape = named('RedirectUrl', { redirect_url: text });
