import { Markdown } from '../../kit/markdown.tsx';
import type { Message } from '../store/message.ts';
import { Article, Attachment, Cards, Csat, EmailForm, Form, Options } from './parts.ts';
import { useUi } from './ui.ts';

export type PartProps = { message: Message };

/** What each kind of message asks for or shows, besides its text. */
const PARTS = {
  cards: Cards,
  article: Article,
  input_select: Options,
  form: Form,
  input_email: EmailForm,
  input_csat: Csat,
} as const;

export function Content({ message }: PartProps) {
  const { i18n } = useUi();
  const { content, contentType, attributes, attachments } = message;
  if (attributes.deleted) return <p class="deleted">{i18n.t('deleted')}</p>;
  const Part = contentType in PARTS ? PARTS[contentType as keyof typeof PARTS] : null;

  return (
    <>
      {content && <Markdown text={content} />}
      {attachments.map((attachment, index) => (
        <Attachment key={attachment.id ?? index} attachment={attachment} />
      ))}
      {Part && <Part message={message} />}
    </>
  );
}
