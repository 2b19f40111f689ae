import { object as yupObject, ValidationError } from 'yup';
import { ACCOUNT_STATUSES } from '../../entities/account.ts';
import { isObject } from '../../fields/check.ts';
import { array, attributes, email, integer, object, oneOf, requiredText, text } from '../../fields.ts';
import { DOMAIN_LENGTH, locale } from './schema.ts';

/** Blank text becomes null. */
const limit = () =>
  integer()
    .nullable()
    .transform((value: unknown, given: unknown) => (typeof given === 'string' && given.trim() === '' ? null : value));
const knownLimits = yupObject({ agents: limit(), inboxes: limit() });
const LIMIT = { type: ['integer', 'null'], minimum: 0 };

/** The limits of the account's plan: the limits that Parley enforces are checked, and others stored as sent. */
const limits = () =>
  attributes()
    .transform((given: unknown) => (isObject(given) ? knownLimits.cast(given, { assert: false }) : given))
    .test('limits', 'must be numbers', (value, context) => {
      try {
        if (isObject(value)) knownLimits.validateSync(value);
        return true;
      } catch (error) {
        if (!(error instanceof ValidationError)) throw error;
        return context.createError({ path: `${context.path}.${error.path}`, message: error.message });
      }
    })
    .meta({ jsonSchema: { type: 'object', properties: { agents: LIMIT, inboxes: LIMIT } } });

/** Names of features with flags; forms send it as JSON text. */
const features = () =>
  attributes().test('flags', 'must have only true and false', (value) =>
    Object.values(value ?? {}).every((flag) => typeof flag === 'boolean'),
  );

const fields = {
  locale: locale(),
  domain: text(DOMAIN_LENGTH).nullable(),
  support_email: email(),
  status: oneOf(ACCOUNT_STATUSES),
  features: features(),
  limits: limits(),
  custom_attributes: attributes(),
};

export const createPlatformAccountBody = object({ name: requiredText(), ...fields });
export const updatePlatformAccountBody = object({ name: requiredText().optional(), ...fields });

const MOST_MIGRATIONS = 25;

export const migrateMailboxesBody = object({
  migrations: array(attributes())
    .typeError('must be a list')
    .required("can't be blank")
    .max(MOST_MIGRATIONS, `must have at most ${MOST_MIGRATIONS} mailboxes`),
});
