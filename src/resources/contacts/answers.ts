import { slimInboxBlockShape } from '../../wire/block-shapes.ts';
import { claimsShape } from '../../wire/claims-block.ts';
import {
  attributes,
  flag,
  integer,
  list,
  named,
  nullable,
  oneOf,
  pageShape,
  propertiesOf,
  seconds,
  shape,
  text,
} from '../../wire/shape.ts';

export const contactInboxShape = named('ContactInbox', {
  id: integer,
  inbox_id: integer,
  source_id: text,
  claims: claimsShape,
  inbox: slimInboxBlockShape,
});

/** `contact_inboxes` is absent inside other objects, and where the request does not ask for it. */
export const contactShape = named(
  'Contact',
  {
    id: integer,
    name: text,
    email: nullable(text),
    phone_number: nullable(text),
    identifier: nullable(text),
    thumbnail: text,
    blocked: flag,
    availability_status: oneOf(['online', 'offline']),
    additional_attributes: attributes,
    custom_attributes: attributes,
    last_activity_at: nullable(seconds),
    created_at: seconds,
  },
  { contact_inboxes: list(contactInboxShape) },
);

const { contact_inboxes: contactInboxes, ...always } = propertiesOf(contactShape);
const optional = { contact_inboxes: contactInboxes };

/** The contact, repeated where Chatwoot's clients look for it. */
export const shownContactShape = named('ShownContact', { ...always, payload: contactShape }, optional);

export const createdContactShape = named(
  'CreatedContact',
  {
    ...always,
    payload: shape({
      contact: contactShape,
      contact_inbox: shape({
        id: nullable(integer),
        inbox_id: nullable(integer),
        source_id: nullable(text),
        claims: claimsShape,
        inbox: nullable(slimInboxBlockShape),
      }),
    }),
  },
  optional,
);

export const contactPageShape = pageShape(contactShape);

export const contactableInboxShape = shape({ inbox: slimInboxBlockShape, source_id: text });

export const contactableInboxesShape = shape({ payload: list(contactableInboxShape) });

export const labelsShape = shape({ payload: list(text) });
