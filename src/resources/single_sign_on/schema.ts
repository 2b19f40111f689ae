import { email, integer, needs, object, oneOf, requiredText, text } from '../../fields.ts';
import { TARGETS } from './sign-in-state.ts';

/** Longer than what comes back from a provider in an address. */
const QUERY_LENGTH = 4000;
/** An assertion in base64 has about 10,000 characters, and more where it names many groups. */
const RESPONSE_LENGTH = 200_000;
const RELAY_LENGTH = 1000;

export const startOidcQuery = object({ target: oneOf(TARGETS) });

export const oidcCallbackQuery = object({ state: text(QUERY_LENGTH), code: text(QUERY_LENGTH) });

export const samlLoginBody = object({ email: email(), target: oneOf(TARGETS) }).meta(needs({ fields: ['email'] }));

export const startSamlQuery = object({
  account_id: integer().required("can't be blank"),
  target: oneOf(TARGETS),
});

export const samlResponseBody = object({
  SAMLResponse: requiredText(RESPONSE_LENGTH),
  RelayState: text(RELAY_LENGTH).meta({ description: 'Not used' }),
});

export const samlTicketQuery = object({ ticket: requiredText(QUERY_LENGTH) });
