/** A mail from its source: line breaks become those of mails, and what is no character of Latin-1 must be encoded in it. */
export const raw = (source: string): Buffer => Buffer.from(source.trimStart().replaceAll('\n', '\r\n'), 'latin1');

/** The same; its characters are UTF-8. */
export const rawUtf8 = (source: string): Buffer => Buffer.from(source.trimStart().replaceAll('\n', '\r\n'));

/** The head of a mail of Carla; `more` goes below it. */
export const head = (subject = 'Your parcel', more = '') =>
  `From: Carla Customer <carla@example.com>\nTo: Acme Support <support@acme.example>\nSubject: ${subject}\n` +
  `Date: Mon, 23 Nov 2026 10:00:00 +0100\nMessage-ID: <4711@example.com>\nMIME-Version: 1.0${more && `\n${more}`}`;

/** The head of an answer. */
export const answerHead = (more = '') =>
  head('Re: Your parcel', `In-Reply-To: <first@acme.example>${more && `\n${more}`}`);
