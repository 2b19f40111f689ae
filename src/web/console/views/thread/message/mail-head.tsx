import { useDesk } from '../../../desk.ts';
import type { TextKey } from '../../../locales.ts';
import type { MailFacts } from './mail-of.ts';

const LINES: readonly [TextKey, 'from' | 'to' | 'cc' | 'bcc'][] = [
  ['mailFrom', 'from'],
  ['mailTo', 'to'],
  ['mailCc', 'cc'],
  ['mailBcc', 'bcc'],
];

/** The subject of a mail, and who it is from and for, which opens to all of the addresses. */
export function MailHead({ mail }: { mail: MailFacts }) {
  const { t } = useDesk().i18n;
  const lines = LINES.filter(([, name]) => mail[name].length > 0);
  const all = [...mail.to, ...mail.cc, ...mail.bcc];
  const [first] = all;
  const short =
    first === undefined ? t('mailFromOnly', { name: mail.from.join(', ') }) : t('mailToOnly', { name: first });
  return (
    <>
      {mail.subject && <p class="subject">{mail.subject}</p>}
      {lines.length > 0 && (
        <details class="mail-head">
          <summary>{all.length > 1 ? t('mailToMore', { name: first ?? '', n: all.length - 1 }) : short}</summary>
          <dl>
            {lines.map(([label, name]) => (
              <div key={name}>
                <dt>{t(label)}</dt>
                <dd>{mail[name].join(', ')}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </>
  );
}
