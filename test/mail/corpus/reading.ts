import type { ReadMail } from '../../../src/channels/email/reading/read-mail.ts';

/** What a test compares of a mail as it was read; what a mail does not have is left out. */
export type Reading = {
  content: string;
  sender?: string;
  subject?: string;
  html?: string;
  /** "name type", with "inline" for those that the HTML shows. */
  files?: string[];
  answers?: string;
  recipients?: string[];
  isAutomatic?: true;
  bounce?: ReadMail['bounce'];
};

/** The mail in the form of the table. */
export function readingOf(mail: ReadMail): Reading {
  const files = mail.files.map(
    ({ name, contentType, isInline }) => `${name} ${contentType}${isInline ? ' inline' : ''}`,
  );
  const [recipient, ...others] = mail.recipients;
  return {
    content: mail.content,
    ...(mail.sender && { sender: `${mail.sender.name} <${mail.sender.address}>`.trim() }),
    ...(mail.subject && { subject: mail.subject }),
    ...(mail.html && { html: mail.html.own }),
    ...(files.length > 0 && { files }),
    ...(mail.inReplyTo && { answers: mail.inReplyTo }),
    ...((others.length > 0 || (recipient && recipient !== 'support@acme.example')) && { recipients: mail.recipients }),
    ...(mail.isAutomatic && { isAutomatic: true }),
    ...(mail.bounce && { bounce: mail.bounce }),
  };
}
