import { kindOf } from './heads.ts';
import { isBlankLine, lineAt, type TextLine } from './text-line.ts';

/** Headings above a forwarded mail, in the languages of mail programs, without dashes and colons. */
const HEADINGS = new RegExp(
  `^(?:${[
    '(begin |start of )?forwarded (message|e-?mail)',
    '(anfang der |beginn der )?weitergeleiteten? (nachricht|e-?mail)',
    'début du (message|courriel|mail|e-mail) (transféré|réexpédié)',
    '(message|courriel) (transféré|réexpédié|transmis)',
    'inicio del mensaje reenviado',
    'mensaje reenviado',
    'início da mensagem (encaminhada|reencaminhada)',
    'mensagem (encaminhada|reencaminhada)',
    '(inizio )?messaggio inoltrato',
    '(begin )?doorgestuurd bericht',
    '(początek |treść )?(przekazanej|przekazywanej) wiadomości',
    'wiadomość przekazana',
    '(start på |begyndelsen af )?(den )?videresendte?( besked| meddelelse| melding| e-?mail| e-?post)?',
    '(begynnelsen på |börjar? )?vidarebefordra[td]e?( brev| mejl| meddelande| e-?post)?',
    '(välitetty|edelleenlähetetty|edelleen lähetetty) viesti( alkaa)?',
    'alkaa välitetty viesti',
    '転送(された)?メッセージ',
    '以下是?转发的(邮件|消息|郵件)',
    '(开始)?(转发|轉寄|轉發)的?(邮件|消息|郵件|訊息)',
    '(начало )?(переадресованно(го|е)|пересылаемо(го|е)|перенаправленно(го|е)) (сообщени[ея]|письм[оа])',
    '(iletilen|yönlendirilen|iletilmiş) (ileti|mesaj|e-?posta)( başlangıcı)?',
    '(بداية )?(ال)?رسالة (ال)?(معاد توجيهها|مُعاد توجيهها|محولة)',
    '전달된 (메시지|메일)',
    'přeposlaná zpráva',
    'továbbított üzenet',
    'mesaj redirecționat',
    'προωθημένο μήνυμα',
    'переслане повідомлення',
    'הודעה שהועברה',
  ].join('|')})(?![\\p{L}\\p{N}])`,
  'iu',
);
const DASHES_BEFORE = /^[-=*_–—]{2,}/;
const DASHES_AFTER = /[-=*_–—]{2,}(?:\s|$)/;
/** Longer lines are not headings. */
const LONGEST = 1000;
/** Headings above an answered mail, and in some programs above a forwarded one. */
const ORIGINALS =
  /^(original (message|mail|e-?mail|appointment)|(ursprüngliche|original-?) ?(nachricht|mail)|message d'origine|message original|mensaje original|mensagem original|messaggio originale|oorspronkelijk bericht|origineel bericht|(wiadomość oryginalna|oryginalna wiadomość)|oprindelig (meddelelse|besked)|opprinnelig melding|ursprungligt meddelande|originalmeddelande|alkuperäinen viesti|元のメッセージ|原始(邮件|郵件|信件)|исходное сообщение|orijinal (ileti|mesaj)|الرسالة الأصلية|원본 메시지|původní zpráva|eredeti üzenet|mesaj original)$/i;

/** How the subjects of forwarded mails begin, and of answers, in the languages of mail programs. */
const FORWARDED =
  /^(fwd?|fw|wg|tr|rv|enc|i|doorst|pd|vb|vl|ilt|i̇lt|転送|转发|轉寄|轉發|إعادة توجيه|전달|πρθ|הועבר|továbbítás|переслано|пересл|chuyển tiếp)\s?[:：]/iu;
const ANSWERED =
  /^(re|aw|antw|antwort|sv|res|r|rif|odp|ynt|yanıt|ответ|отв|رد|답장|회신|απ|השב|תשובה|vá|atb|ang|返信|回复|回覆|答复|答覆)(\[\d+\]|\(\d+\))?\s?[:：]/iu;
/** A forward in Danish and Norwegian, and an answer in Finnish. */
const EITHER = /^vs\s?[:：]/i;
/** Tags that mail servers put before a subject, such as "[EXT]". */
const TAGS = /^(\s?[[({【*][^\])}】*]{1,40}[\])}】*]\s?)+/;

export type SubjectKind = 'answer' | 'forward' | 'answer or forward' | 'other';

/** The kind of mail by its subject. */
export function kindOfSubject(given: string): SubjectKind {
  const subject = given.trim().replace(TAGS, '').trim();
  if (EITHER.test(subject)) return 'answer or forward';
  if (FORWARDED.test(subject)) return 'forward';
  return ANSWERED.test(subject) ? 'answer' : 'other';
}

/** Whether this line stands above a mail that is forwarded. */
export function isForwardHeading(lines: readonly TextLine[], at: number): boolean {
  const { text } = lineAt(lines, at);
  const dashed = betweenDashes(text);
  if (dashed !== null) return HEADINGS.test(dashed) || (!ORIGINALS.test(dashed) && hasHeadBelow(lines, at));
  const words = /^(.{1,80})[:：]$/.exec(text)?.[1] ?? text;
  const found = HEADINGS.exec(words)?.[0];
  return found !== undefined && found.length === words.trim().length;
}

/** Whether this line stands above a mail that is answered, or forwarded. */
export const isOriginalHeading = ({ text }: TextLine) => ORIGINALS.test(betweenDashes(text) ?? '');

/** The words between dashes; null = the line is none of words between dashes. */
function betweenDashes(text: string): string | null {
  const [before] = (text.length <= LONGEST && DASHES_BEFORE.exec(text)) || [];
  if (before === undefined) return null;
  const rest = text.slice(before.length);
  const end = rest.search(DASHES_AFTER);
  const words = rest.slice(0, Math.max(0, end)).trim();
  return /\p{L}/u.test(words) ? words : null;
}

function hasHeadBelow(lines: readonly TextLine[], at: number): boolean {
  const next = lines.findIndex((line, index) => index > at && !isBlankLine(line));
  return next > 0 && kindOf(lineAt(lines, next)) !== null && kindOf(lineAt(lines, next + 1)) !== null;
}
