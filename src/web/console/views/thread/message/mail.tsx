import { Markdown } from '../../../../kit/markdown.tsx';
import { useSignal } from '../../../../kit/view.ts';
import type { Console } from '../../../console.ts';
import { useDesk } from '../../../desk.ts';
import type { Message } from '../../../store/message.ts';
import { MailFrame } from './mail-frame.tsx';
import { MailHead } from './mail-head.tsx';
import { type MailFacts, mailOf } from './mail-of.ts';

export type MailProps = { console: Console; message: Message };

/** A mail as it was sent, without what it quotes and without pictures of other servers until they are asked for. */
export function Mail({ console, message }: MailProps) {
  const mail = mailOf(message);
  if (!mail) return null;
  return (
    <div class="mail">
      <MailHead mail={mail} />
      {mail.html ? (
        <HtmlMail console={console} message={message} html={mail.html} />
      ) : (
        <TextMail message={message} mail={mail} />
      )}
    </div>
  );
}

function HtmlMail({ console, message, html }: MailProps & { html: NonNullable<MailFacts['html']> }) {
  const { t } = useDesk().i18n;
  const isWhole = useSignal(false);
  const withPictures = useSignal(false);
  const pictures = useSignal(0);
  const query = new URLSearchParams({
    ...(isWhole.value && { quoted: 'true' }),
    ...(withPictures.value && { pictures: 'true' }),
  });
  const path = `/app/accounts/${console.start.value.account.id}/conversations/${message.conversationId}/messages/${message.id}/mail`;
  return (
    <>
      <MailFrame
        address={query.size > 0 ? `${path}?${query}` : path}
        title={t('mailOf', { name: message.sender?.name || t('someone') })}
        text={message.content}
        pictures={pictures}
      />
      <div class="mail-buttons">
        {pictures.value > 0 && !withPictures.value && (
          <button type="button" class="link" onClick={() => (withPictures.value = true)}>
            {t('showPictures')}
          </button>
        )}
        {html.own !== html.full && (
          <QuoteButton isWhole={isWhole.value} onClick={() => (isWhole.value = !isWhole.peek())} />
        )}
      </div>
    </>
  );
}

function TextMail({ message, mail: { text } }: { message: Message; mail: MailFacts }) {
  const isWhole = useSignal(false);
  return (
    <>
      <Markdown text={isWhole.value && text ? text.full : message.content} />
      {text && text.own !== text.full && (
        <div class="mail-buttons">
          <QuoteButton isWhole={isWhole.value} onClick={() => (isWhole.value = !isWhole.peek())} />
        </div>
      )}
    </>
  );
}

function QuoteButton({ isWhole, onClick }: { isWhole: boolean; onClick: () => void }) {
  const { t } = useDesk().i18n;
  return (
    <button type="button" class="link" onClick={onClick}>
      {t(isWhole ? 'hideQuoted' : 'showQuoted')}
    </button>
  );
}
