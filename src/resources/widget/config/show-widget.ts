import type { Tx } from '../../../db/tx.ts';
import type { Attributes, Json } from '../../../entities/columns.ts';
import type { ContactCaller } from '../../../records/public/contact-caller.ts';
import { addressOf, publicLocales } from '../../../records/help-centre/portal.ts';
import type { WidgetInbox, WidgetPortal } from '../../../records/public/widget-inbox.ts';
import type { Shown } from '../../../wire/shape.ts';
import { presentWorkingHours } from '../../inboxes/presenter.ts';
import type { widgetShape } from '../answers.ts';
import { LANGUAGES } from './languages.ts';
import { preChatFormOf } from './pre-chat-form.ts';
import { presentKnown, presentVisitor } from '../visitor/present-visitor.ts';
import { tokensOf } from '../tokens.ts';
import { utcOffset } from './utc-offset.ts';

const MEGABYTE = 1024 * 1024;

/**
 * All that the widget needs to start, for its page and for `config`. Nothing is written; a visitor who is known gets a
 * token with a new term. `maxFileBytes` is the size that a file may have.
 */
export async function showWidget(
  tx: Tx,
  { inbox, visitor }: { inbox: WidgetInbox; visitor: ContactCaller | null },
  maxFileBytes: number,
  now: Date,
): Promise<Shown<typeof widgetShape>> {
  return {
    website_channel_config: {
      ...presentChannel(inbox, tx.installation.publicUrl),
      utc_off_set: utcOffset(inbox.timezone, now),
      auth_token: visitor && tokensOf(tx, inbox.id, visitor, now).widget_auth_token,
      has_a_connected_agent_bot: await botName(tx, inbox),
    },
    contact: visitor && {
      ...(await presentVisitor(tx, visitor)),
      ...(await presentKnown(tx, visitor)),
      pubsub_token: visitor.contactInbox.pubsubToken,
    },
    global_config: {
      BRAND_NAME: 'Parley',
      DIRECT_UPLOADS_ENABLED: true,
      MAXIMUM_FILE_UPLOAD_SIZE: Math.floor(maxFileBytes / MEGABYTE),
    },
  };
}

function presentChannel(inbox: WidgetInbox, publicUrl: string) {
  const { settings } = inbox;
  return {
    website_token: inbox.identifier,
    website_name: inbox.name,
    api_host: publicUrl,
    avatar_url: inbox.avatarUrl ?? '',
    locale: inbox.locale,
    enabled_languages: LANGUAGES,
    enabled_features: namesIn(settings['selected_feature_flags']),
    widget_color: textIn(settings, 'widget_color'),
    welcome_title: textIn(settings, 'welcome_title'),
    welcome_tagline: textIn(settings, 'welcome_tagline'),
    reply_time: textIn(settings, 'reply_time'),
    timezone: inbox.timezone,
    working_hours_enabled: inbox.workingHoursEnabled,
    working_hours: inbox.workingHours.map(presentWorkingHours),
    out_of_office_message: inbox.outOfOfficeMessage,
    allow_messages_after_resolved: inbox.allowMessagesAfterResolved,
    csat_survey_enabled: inbox.csatSurveyEnabled,
    pre_chat_form_enabled: settings['pre_chat_form_enabled'] === true,
    pre_chat_form_options: preChatFormOf(settings),
    disable_branding: true,
    portal: inbox.portal && presentPortal(inbox.portal, publicUrl),
  };
}

function presentPortal(portal: WidgetPortal, publicUrl: string) {
  return {
    id: portal.id,
    name: portal.name,
    slug: portal.slug,
    custom_domain: portal.customDomain,
    url: addressOf(portal, publicUrl),
    config: { allowed_locales: publicLocales(portal), default_locale: portal.config.default_locale },
  };
}

/** The name of the bot that answers in the inbox; null = there is none. */
async function botName(tx: Tx, { agentBotId }: WidgetInbox): Promise<string | null> {
  if (agentBotId === null) return null;
  const bot = await tx.db.selectFrom('agent_bots').select('name').where('id', '=', agentBotId).executeTakeFirst();
  return bot?.name ?? null;
}

const textIn = (settings: Attributes, name: string) => (typeof settings[name] === 'string' ? settings[name] : '');
const namesIn = (value: Json | undefined) => (Array.isArray(value) ? value.map(String) : []);
