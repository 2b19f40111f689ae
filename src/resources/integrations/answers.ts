import { APP_IDS } from '../hooks/apps/app.ts';
import { anything, attributes, flag, integer, list, named, nullable, oneOf, shape, text } from '../../wire/shape.ts';

const appId = oneOf(APP_IDS);

/** `status`: whether it is used; false also where the provider no longer lets this server in. Administrators see the last two. */
export const hookShape = named(
  'IntegrationHook',
  {
    id: integer,
    app_id: appId,
    status: flag,
    inbox: nullable(attributes),
    account_id: integer,
    hook_type: oneOf(['account']),
  },
  { settings: { ...attributes, description: 'Without those that are secret' }, reference_id: nullable(text) },
);

/** `enabled`: whether the account uses the app. `action`: the address for connecting it, or its page in Chatwoot's clients. */
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
    settings_json_schema: { ...attributes, description: 'What the settings of a hook may be, in JSON Schema' },
    settings_form_schema: { ...list(anything), description: 'The fields of a form for them' },
  },
);

export const appListShape = shape({ payload: list(appShape) });

export const processedShape = named('ProcessedEvent', { message: text });

/** With what a browser enters a video call. */
export const participantShape = named('CallParticipant', { id: text, token: text });

export const redirectShape = named('RedirectUrl', { redirect_url: text });
