import { flag } from '../fields.ts';

/** The field with which a page of this server asks for its session as a cookie. */
export const sessionCookieField = () =>
  flag().meta({
    description:
      'Whether the session comes as a cookie, which scripts cannot read, instead of in the headers; for pages of this server',
  });
