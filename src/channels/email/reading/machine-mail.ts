import type { Email } from 'postal-mime';

/** How programs begin the subjects of what they answer by themselves while somebody is away, in five languages. */
const SUBJECTS = [
  /^(automatic reply|auto[ -]?reply|autoreply|out of (the )?office|on vacation)\b/i,
  /^(automatische antwort|abwesenheits(notiz|nachricht|meldung)|nicht im büro)/i,
  /^(réponse automatique|absence du bureau|message d'absence)/i,
  /^(respuesta automática|fuera de (la )?oficina|ausencia de la oficina)/i,
  /^(resposta automática|fora do escritório|ausência do escritório)/i,
];
const BULK = ['bulk', 'junk', 'list', 'auto_reply'];
const MACHINES = /^(mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?)([+-].*)?@/i;

/** Whether a program wrote the mail, by its headers first: it is stored, and not answered by a program again. */
export function isAutomatic({ subject, from }: Email, header: (name: string) => string): boolean {
  const submitted = header('auto-submitted').trim().toLowerCase();
  if (submitted !== '' && !submitted.startsWith('no')) return true;
  const isMarked =
    /^(yes|true|1)/i.test(header('x-autoreply').trim()) ||
    header('x-autorespond') !== '' ||
    header('x-auto-response-suppress') !== '' ||
    header('list-id') !== '' ||
    BULK.includes(header('precedence').trim().toLowerCase());
  if (isMarked || header('return-path').trim() === '<>') return true;
  return MACHINES.test(from?.address ?? '') || SUBJECTS.some((pattern) => pattern.test((subject ?? '').trim()));
}
