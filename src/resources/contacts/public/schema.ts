import type { InferType } from 'yup';
import { attributes, email, object, phoneNumber, text, url } from '../../../fields.ts';

const proof = {
  identifier: text().nullable(),
  identifier_hash: text()
    .nullable()
    .meta({ description: 'The HMAC-SHA256 of `identifier` in hex; its key is the `hmac_token` of the inbox' }),
};

const values = {
  name: text().nullable(),
  email: email(),
  phone_number: phoneNumber(),
  avatar_url: url().nullable(),
  custom_attributes: attributes().nullable(),
};

export const showContactQuery = object(proof);
export const enterBody = object({ source_id: text().nullable(), ...proof, ...values });
/** The values that contacts may give about themselves, with the proof. */
export const contactFields = { ...proof, ...values };
export const changeBody = object(contactFields);

export type Proof = InferType<typeof showContactQuery>;
export type ContactValues = Omit<InferType<typeof changeBody>, keyof Proof>;
