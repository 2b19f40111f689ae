import { email, integer, needs, object, oneOf, requiredText, text } from '../../fields.ts';
import { TARGETS } from './sign-in-state.ts';

/** As long as an address can be, and as a body: what is too long is refused by the routes, which write that to the log. */
const QUERY_LENGTH = 16_000;
const RESPONSE_LENGTH = 1_000_000;
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
