import { lineAt, type TextLine } from './text-line.ts';

/** The head of a mail inside of another. */
export type InnerHead = {
  /** Whether its names are Finnish. */
  isFinnish: boolean;
};

type Kind = 'from' | 'date' | 'to' | 'subject' | 'other';

/** The names of header lines in the languages of mail programs. */
const NAMES: Record<Kind, string> = {
  from: 'from|von|de|da|van|od|fra|från|lähettäjä|差出人|发件人|寄件者|寄件人|發件人|от|от кого|kimden|gönderen|من|보낸 사람|보낸사람|expéditeur|remitente|mittente|afzender|nadawca|afsender|avsender|avsändare|feladó|de la|από|מאת|送信者|发送者|odesílatel|від|từ|dari|pošiljatelj',
  date: "sent|date|gesendet|datum|envoyé|envoyé le|date d'envoi|enviado|enviado el|enviado em|enviada|enviada em|enviada el|fecha|data|inviato|verzonden|wysłano|wysłane|sendt|dato|skickat|lähetetty|päivämäärä|päiväys|pvm|送信日時|日付|日時|发送时间|發送時間|发送日期|寄件日期|傳送時間|日期|時間|时间|отправлено|дата|gönderildi|gönderme tarihi|gönderilme tarihi|tarih|تاريخ الإرسال|تم الإرسال|أُرسلت|التاريخ|تاريخ|보낸 날짜|날짜|odesláno|elküldve|dátum|trimis|ημερομηνία|στάλθηκε|נשלח|תאריך|надіслано|ngày|dikirim|tanggal",
  to: 'to|an|à|a|para|til|till|do|aan|komu|vastaanottaja|宛先|收件人|收件者|кому|kime|alıcı|إلى|받는 사람|받는사람|destinataire|destinatario|címzett|către|προς|אל|kepada|đến|pour',
  subject:
    'subject|betreff|objet|asunto|assunto|oggetto|onderwerp|temat|emne|ämne|aihe|件名|主题|主旨|主題|тема|konu|الموضوع|제목|předmět|predmet|tárgy|subiect|θέμα|נושא|chủ đề|subjek',
  other:
    'cc|bcc|kopie|copie|copia|cópia|kopi|kopia|kopio|抄送|副本|копия|bilgi|نسخة|참조|reply-to|antwort an|importance|priority|wichtigkeit|priorität|importancia|importância|priorità|attachments|attachment|anlagen|anhänge|pièces jointes|datos adjuntos|adjuntos|anexos|allegati|bijlagen|załączniki|vedhæftede filer|vedlegg|bilagor|liitteet|添付ファイル|附件|вложения|ekler|المرفقات|sensitivity|organization|newsgroups',
};
const KINDS = new Map(
  Object.entries(NAMES).flatMap(([kind, names]) => names.split('|').map((name) => [name, kind as Kind] as const)),
);

/** A name and its value. Some programs write bold names with stars in plain text. */
const NAMED = /^\*{0,2}([^:：*<>@]{1,30}?)\s?\*{0,2}\s?[:：]\*{0,2}\s?(.*)$/;
const ADDRESS = /[^\s<>()[\]"',;:]{1,64}@[^\s<>()[\]"',;:]{1,255}/;
const TIME = /\d\s?[:.時点]\s?\d\d|\d\s?(h|uhr|時|点|am|pm|ص|م)/i;

/** Most lines of a head, and most continuation lines. */
const MOST_LINES = 16;
const MOST_BROKEN = 5;

/** The kind of a line in a head; null = no name, or an unknown name. */
export function kindOf({ text }: TextLine): Kind | null {
  const name = NAMED.exec(text)?.[1]?.trim().toLowerCase();
  return (name !== undefined && KINDS.get(name)) || null;
}

/**
 * The head of a quoted mail that begins with this line; null = there is none. A head has a sender with an address, or a
 * sender and two more of date, recipient and subject, because people and forms also write lines such as "From: Berlin".
 */
export function headAt(lines: readonly TextLine[], at: number): InnerHead | null {
  if (!['from', 'date'].includes(kindOf(lineAt(lines, at)) ?? '')) return null;
  const said = new Map<Kind, string>();
  let end = at;
  while (end < lines.length && end < at + MOST_LINES) {
    const line = lineAt(lines, end);
    const kind = kindOf(line);
    if (kind !== null) said.set(kind, `${said.get(kind) ?? ''} ${line.text}`);
    else if (!goesOn(lines, end)) break;
    end += 1;
  }
  const next = lines[end];
  const isForm =
    next !== undefined && next.text !== '' && kindOf(next) === null && /^[\p{L} ]{2,30}[:：]/u.test(next.text);
  const from = said.get('from');
  if (isForm || from === undefined) return null;
  const date = said.get('date');
  const isWhole = ['date', 'to', 'subject'].filter((kind) => said.has(kind as Kind)).length >= 2;
  const isDated = date === undefined || TIME.test(date);
  if (!ADDRESS.test(from) && !(isWhole && isDated)) return null;
  if (said.size < 2) return null;
  return { isFinnish: /lähettäjä/i.test(from) };
}

/** Whether a line without a name is the rest of the one before it: another line with a name follows soon. */
function goesOn(lines: readonly TextLine[], at: number): boolean {
  if (lineAt(lines, at).text === '') return false;
  const next = lines.slice(at, at + MOST_BROKEN).findIndex((line) => line.text === '' || kindOf(line) !== null);
  return next > 0 && lineAt(lines, at + next).text !== '';
}
