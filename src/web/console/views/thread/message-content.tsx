import { Markdown } from '../../../kit/markdown.tsx';
import type { Console } from '../../console.ts';
import { useDesk } from '../../desk.ts';
import type { Message } from '../../store/message.ts';
import { Attachment } from './attachment.tsx';
import { plainText } from './plain-text.ts';

/** The text and files of a message, with the beginning of the message that it answers. */
export function MessageContent({ console, message }: { console: Console; message: Message }) {
  const { t } = useDesk().i18n;
  const { content, attributes, attachments } = message;
  if (message.isDeleted) return <p class="deleted">{t('messageDeleted')}</p>;
  const answered = attributes['in_reply_to'];
  const subject = (attributes['email'] as { subject?: unknown } | null | undefined)?.subject;
  return (
    <>
      {typeof answered === 'number' && <Quote console={console} id={answered} />}
      {typeof subject === 'string' && subject && <p class="subject">{subject}</p>}
      {content && <Markdown text={content} />}
      {attachments.map((attachment) => (
        <Attachment key={attachment.id} attachment={attachment} />
      ))}
      {!content && attachments.length === 0 && <p class="deleted">{t('noText')}</p>}
    </>
  );
}

/** The beginning of another message. */
export function Quote({ console, id }: { console: Console; id: number }) {
  const { t } = useDesk().i18n;
  const message = console.store.messages.get(id).value;
  if (!message) return <blockquote class="quote">{t('earlierMessage')}</blockquote>;
  const text = message.isDeleted ? t('messageDeleted') : plainText(message.content);
  return (
    <blockquote class="quote">
      <strong>{message.sender?.name || t('someone')}</strong> {text || t('earlierMessage')}
    </blockquote>
  );
}
