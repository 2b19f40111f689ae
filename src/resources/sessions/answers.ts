import { flag, integer, iso, named, nullable, text } from '../../wire/shape.ts';

/**
 * A session as Chatwoot shows it. What is not known is null; `city`, `country` and `country_code` always are, and
 * `current` tells that the request came with it.
 */
export const sessionShape = named('Session', {
  id: integer,
  browser_name: nullable(text),
  browser_version: nullable(text),
  device_name: nullable(text),
  platform_name: nullable(text),
  platform_version: nullable(text),
  ip_address: nullable(text),
  city: nullable(text),
  country: nullable(text),
  country_code: nullable(text),
  last_activity_at: iso,
  created_at: iso,
  current: flag,
});
