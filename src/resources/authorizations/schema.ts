import { email, idOrNone, object, oneOf, text } from '../../fields.ts';

/** A code of a provider, or what else it puts into an address. */
const LENGTH = 4000;

const SHOP = /^[a-z0-9][a-z0-9-]{0,99}\.myshopify\.(com|io)$/;

/** The domain of a shop at Shopify, without which its addresses are not known. */
export const shopDomain = () =>
  text()
    .transform((value: unknown) => (typeof value === 'string' ? value.trim().toLowerCase() : value))
    .strict(false)
    .matches(SHOP, 'must be the domain of a shop, for example acme.myshopify.com');

/** `email` is the address that the provider suggests; `return_to` is where the browser goes in the end. */
export const startBody = object({ email: email(), return_to: oneOf(['onboarding']).nullable() });

export const startShopifyBody = object({
  shop_domain: shopDomain().required("can't be blank"),
  return_to: oneOf(['onboarding']).nullable(),
});

/** What embedded signup of WhatsApp gives; `inbox_id` is the inbox that is connected again. */
export const signupBody = object({
  code: text(LENGTH).nullable(),
  business_id: text().nullable(),
  waba_id: text().nullable(),
  phone_number_id: text().nullable(),
  inbox_id: idOrNone(),
});

/** The query that a provider adds to the callback address. */
export const callbackQuery = object({
  state: text(LENGTH),
  code: text(LENGTH),
  error: text(LENGTH),
  error_description: text(LENGTH),
  error_reason: text(LENGTH),
  shop: text(LENGTH),
  hmac: text(LENGTH),
});
