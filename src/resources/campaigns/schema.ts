import { number } from 'yup';
import { CONTENT_LENGTH } from '../../conversations/messages/new-message.ts';
import { CAMPAIGN_AUDIENCES } from '../../entities/campaign.ts';
import { array, flag, idOrNone, integer, moment, object, oneOf, requiredText, text } from '../../fields.ts';
import { templateParams } from '../messages/schema.ts';
import { AUDIENCE } from './campaign-input.ts';

const DESCRIPTION_LENGTH = 10_000;
const ADDRESS_LENGTH = 2048;
const MOST_LABELS = 100;
/** Seconds. */
const LONGEST_ON_PAGE = 24 * 60 * 60;

const seconds = () =>
  number()
    .transform((_, given: unknown) => (typeof given === 'string' && /^\d+$/.test(given) ? Number(given) : given))
    .typeError('must be a number of seconds')
    .min(0, `must be from 0 to ${LONGEST_ON_PAGE}`)
    .max(LONGEST_ON_PAGE, `must be from 0 to ${LONGEST_ON_PAGE}`);

const triggerRules = () =>
  object({
    url: requiredText(ADDRESS_LENGTH)
      .matches(/^https?:\/\//i, 'must start with http:// or https://')
      .meta({ description: 'The pages, as a URL pattern: `https://*.example.com/pricing*`' }),
    time_on_page: seconds().meta({ description: 'Seconds that a visitor has been there' }),
  })
    .typeError('must be an object with url and time_on_page')
    .default(undefined);

const audience = () =>
  array(
    object({
      type: oneOf(CAMPAIGN_AUDIENCES).strict(false).default('Label'),
      id: integer().required('must be the id of a label'),
    }),
  )
    .typeError(`must be ${AUDIENCE}`)
    .max(MOST_LABELS, `must have at most ${MOST_LABELS} labels`)
    .meta({ description: 'For SMS and WhatsApp: the contacts with any of these labels' });

const fields = {
  description: text(DESCRIPTION_LENGTH).nullable(),
  sender_id: idOrNone().meta({ description: 'The member who sends it; null = the inbox' }),
  enabled: flag(),
  trigger_rules: triggerRules().meta({ description: 'For websites: when the message is shown' }),
  trigger_only_during_business_hours: flag(),
  scheduled_at: moment()
    .nullable()
    .meta({ description: 'For SMS and WhatsApp: when it is sent; now unless it is given' }),
  audience: audience(),
  template_params: templateParams().meta({ description: 'For WhatsApp: the message template, with its values' }),
};

export const createCampaignBody = object({
  ...fields,
  title: requiredText(),
  message: requiredText(CONTENT_LENGTH),
  inbox_id: integer().required('must be the id of an inbox of a website, of SMS or of WhatsApp'),
});

export const updateCampaignBody = object({
  ...fields,
  title: requiredText().optional(),
  message: requiredText(CONTENT_LENGTH).optional(),
  inbox_id: integer(),
});
