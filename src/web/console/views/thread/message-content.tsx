import { Markdown } from '../../../kit/markdown.tsx';
import type { Console } from '../../console.ts';
import { useDesk } from '../../desk.ts';
import type { Message } from '../../store/message.ts';
import { Attachment } from './attachment.tsx';
import { type MailFacts, mailOf } from './message/mail-of.ts';
import { Asked, Mail } from './message/parts.tsx';
import { plainText } from './plain-text.ts';
import type { Viewed } from './message/viewed.ts';

export type MessageContentProps = { console: Console; message: Message; viewed: Viewed };

/** The kinds of content that have more than a text. */
const ASKED = ['form', 'input_select', 'cards', 'article', 'input_csat', 'input_email', 'integrations', 'sticker'];

/** The text and files of a message, with the beginning of the message that it answers. */
export function MessageContent({ console, message, viewed }: MessageContentProps) {
  const { t } = useDesk().i18n;
  const { content, contentType, attributes, attachments } = message;
  if (message.isDeleted) return <p class="deleted">{t('messageDeleted')}</p>;
  const answered = attributes['in_reply_to'];
  const mail = mailOf(message);
  const isAsked = ASKED.includes(contentType);
  const files = mail?.html ? attachments.filter(({ data_url: url }) => !isInMail(url, mail)) : attachments;
  return (
    <>
      {typeof answered === 'number' && <Quote console={console} id={answered} />}
      {mail ? (
        <Mail console={console} message={message} />
      ) : (
        content && contentType !== 'sticker' && <Markdown text={content} />
      )}
      {isAsked && <Asked console={console} message={message} />}
      {files.map((attachment) => (
        <Attachment key={attachment.id} attachment={attachment} viewed={viewed} />
      ))}
      {!content && !mail && !isAsked && attachments.length === 0 && <p class="deleted">{t('noText')}</p>}
    </>
  );
}

/** Whether the HTML of the mail shows the file at the address. */
function isInMail(url: string, { html }: MailFacts): boolean {
  const [path] = /\/files\/[\w-]+\//.exec(url) ?? [];
  return path !== undefined && Boolean(html?.full.includes(path));
}

/** The beginning of another message. */
export function Quote({ console, id }: { console: Console; id: number }) {
  const { t } = useDesk().i18n;
  const message = console.store.messages.get(id).value;
  if (!message) return <blockquote class="quote">{t('earlierMessage')}</blockquote>;
  const text = message.isDeleted ? t('messageDeleted') : plainText(message.content);
  return (
    <blockquote class="quote" dir="auto">
      <strong>{message.sender?.name || t('someone')}</strong> {text || t('earlierMessage')}
    </blockquote>
  );
}
