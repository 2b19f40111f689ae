import { array, attributes, email, integer, object, oneOf, phoneNumber, requiredText, text } from '../../fields.ts';
import { type MessageInPlace, submitBody } from '../messages/public/schema.ts';
import { contactFields } from '../contacts/public/schema.ts';
import { MOST_LABELS } from '../../entities/label.ts';
import { messageFields } from '../messages/schema.ts';

const ADDRESS_LENGTH = 2048;

const said = {
  content: messageFields.content.meta({ description: 'Needed unless there are files' }),
  echo_id: messageFields.echo_id,
  referer_url: text(ADDRESS_LENGTH).nullable().meta({ description: 'The address of the page' }),
  timestamp: text().nullable().meta({ description: 'When it was written, as the page tells it' }),
};

const labels = () =>
  array(text().required("can't be blank"))
    .typeError('must be a list of labels')
    .max(MOST_LABELS, `has too many labels (maximum is ${MOST_LABELS})`)
    .nullable();

export const changeContactBody = object({
  ...contactFields,
  additional_attributes: attributes()
    .nullable()
    .meta({ description: 'Such as `company_name`, `city`, `country_code`, `description`, `social_profiles`' }),
});

/** The visitor's pre-chat form. */
const contact = () =>
  object({
    name: text().nullable(),
    email: email(),
    phone_number: phoneNumber(),
    custom_attributes: attributes().nullable(),
  })
    .typeError('must be an object')
    .default(undefined)
    .nullable();

export const listMessagesQuery = object({ before: integer(), after: integer() });

export const createMessageBody = object({
  ...said,
  reply_to: integer().nullable().meta({ description: 'The id of the message that it answers' }),
  attachments: messageFields.attachments,
  custom_attributes: attributes().nullable(),
  labels: labels(),
});

export const startConversationBody = object({
  contact: contact(),
  message: object(said).typeError('must be an object').default(undefined).nullable(),
  custom_attributes: attributes().nullable(),
  labels: labels(),
});

const emailBody = object({
  contact: object({ email: email().required("can't be blank"), name: text().nullable() })
    .typeError('must be an object')
    .default(undefined)
    .required('is missing: an object with email'),
}).meta({ title: 'EmailAddress' });

/** A visitor's answer: an e-mail address, or an answer of the Public API. */
export const answerBody = {
  schemas: [...submitBody.schemas, emailBody],
  choose(given: Record<string, unknown>, place: MessageInPlace) {
    const givesEmail = place.message.contentType === 'input_email' && given['contact'] !== undefined;
    return givesEmail ? emailBody : submitBody.choose(given, place);
  },
};

export const customAttributesBody = object({
  custom_attributes: attributes().required('must be an object'),
});

const attributeNames = () =>
  array(text().required('must be the name of an attribute'))
    .typeError('must be a list of names')
    .meta({ description: 'The names of the attributes; `custom_attributes` is the same' });

export const destroyConversationAttributesBody = object({
  custom_attribute: attributeNames(),
  custom_attributes: attributeNames(),
});

export const labelBody = object({ label: requiredText() });

export const CAMPAIGN_EVENT = 'campaign.triggered';
/** Most characters of a page's event as JSON. */
const EVENT_LENGTH = 2000;
const OPENED_EVENT = 'webwidget.triggered';

const openedBody = object({
  name: oneOf([OPENED_EVENT]).required(`is missing: ${OPENED_EVENT} or ${CAMPAIGN_EVENT}`),
  event_info: attributes(EVENT_LENGTH).nullable(),
  widget_language: text().nullable(),
  browser_language: text().nullable(),
}).meta({ title: 'Opened' });

const campaignBody = object({
  name: oneOf([CAMPAIGN_EVENT]).required(),
  event_info: object({
    campaign_id: integer().required('must be the id of a campaign'),
    custom_attributes: attributes().nullable(),
    contact: contact(),
    referer: text(ADDRESS_LENGTH).nullable(),
    initiated_at: object({ timestamp: text().nullable() })
      .transform((value: unknown, given: unknown) => (typeof given === 'string' ? { timestamp: given } : value))
      .typeError('must be an object with timestamp')
      .default(undefined)
      .nullable(),
  })
    .typeError('must be an object with campaign_id')
    .default(undefined)
    .required('is missing: an object with campaign_id'),
}).meta({ title: 'Campaign' });

export const eventBodies = [openedBody, campaignBody];

export const chooseEvent = (given: Record<string, unknown>) =>
  given['name'] === CAMPAIGN_EVENT ? campaignBody : openedBody;
