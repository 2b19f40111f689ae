import { number } from 'yup';
import { CONTENT_LENGTH } from '../../conversations/messages/new-message.ts';
import { flag, idOrNone, integer, object, requiredText, text } from '../../fields.ts';

const DESCRIPTION_LENGTH = 10_000;
const ADDRESS_LENGTH = 2048;
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

const fields = {
  description: text(DESCRIPTION_LENGTH).nullable(),
  sender_id: idOrNone().meta({ description: 'The member who sends it; null = the inbox' }),
  enabled: flag(),
  trigger_only_during_business_hours: flag(),
};

export const createCampaignBody = object({
  ...fields,
  title: requiredText(),
  message: requiredText(CONTENT_LENGTH),
  inbox_id: integer().required('must be the id of a website inbox'),
  trigger_rules: triggerRules().required('is missing: an object with url and time_on_page'),
});

export const updateCampaignBody = object({
  ...fields,
  title: requiredText().optional(),
  message: requiredText(CONTENT_LENGTH).optional(),
  inbox_id: integer(),
  trigger_rules: triggerRules(),
});
