/** A mail of a customer, before a mail program writes it. */
export type Letter = {
  lang: Language;
  /** Above a quotation, or all of it. */
  says?: string;
  /** The text of the team that is answered, below `says`. */
  quotes?: string;
  /** Pieces of that text, each with the answer below it. */
  between?: readonly (readonly [quoted: string, answer: string])[];
  /** The text of a mail of a shop that is forwarded below `says`. */
  forwards?: string;
};

export type Language =
  | 'ar'
  | 'da'
  | 'de'
  | 'en'
  | 'es'
  | 'fi'
  | 'fr'
  | 'it'
  | 'ja'
  | 'nl'
  | 'no'
  | 'pl'
  | 'pt'
  | 'ru'
  | 'sv'
  | 'tr'
  | 'zh';

/** The names of the lines of a head, in their order: sender, date, recipient, subject. */
export type Names = readonly [from: string, sent: string, to: string, subject: string];

/** How the mail that is answered was dated, and the mail that is forwarded, as Outlook writes both. */
export type Words = {
  /** Of the mail that is answered. */
  subject: string;
  /** Above the quotation, as Gmail writes it, broken as Gmail breaks it. */
  gmail: string;
  apple: string;
  thunderbird: string;
  /** Apple's line above a forwarded mail, and Thunderbird's. */
  appleForward: string;
  thunderbirdForward: string;
  names: Names;
  /** The date of the mail that is answered, as Outlook writes it. */
  sent: string;
  /** How Outlook begins the subject of an answer, and of a forwarded mail. */
  re: string;
  fw: string;
};

export const SUPPORT = 'Acme Support <support@acme.example>';
export const SHOP = 'Shop <shop@example.net>';
export const CARLA = 'Carla Customer <carla@example.com>';

/** What mail programs write of themselves in each language; the mail that is answered is of 23 November 2026, 9:00. */
export const WORDS: Record<Language, Words> = {
  en: {
    subject: 'Your parcel',
    gmail: 'On Mon, Nov 23, 2026 at 9:00 AM Acme Support <support@acme.example> wrote:',
    apple: 'On Nov 23, 2026, at 9:00 AM, Acme Support <support@acme.example> wrote:',
    thunderbird: 'On 23/11/2026 09:00, Acme Support wrote:',
    appleForward: 'Begin forwarded message:',
    thunderbirdForward: '-------- Forwarded Message --------',
    names: ['From', 'Sent', 'To', 'Subject'],
    sent: 'Monday, November 23, 2026 9:00 AM',
    re: 'RE',
    fw: 'FW',
  },
  de: {
    subject: 'Ihr Paket',
    gmail: 'Am Mo., 23. Nov. 2026 um 09:00 Uhr schrieb Acme Support <\nsupport@acme.example>:',
    apple: 'Am 23.11.2026 um 09:00 schrieb Acme Support <support@acme.example>:',
    thunderbird: 'Am 23.11.26 um 09:00 schrieb Acme Support:',
    appleForward: 'Anfang der weitergeleiteten Nachricht:',
    thunderbirdForward: '-------- Weitergeleitete Nachricht --------',
    names: ['Von', 'Gesendet', 'An', 'Betreff'],
    sent: 'Montag, 23. November 2026 09:00',
    re: 'AW',
    fw: 'WG',
  },
  fr: {
    subject: 'Votre colis',
    gmail: 'Le lun. 23 nov. 2026 à 09:00, Acme Support <support@acme.example> a\nécrit :',
    apple: 'Le 23 nov. 2026 à 09:00, Acme Support <support@acme.example> a écrit :',
    thunderbird: 'Le 23/11/2026 à 09:00, Acme Support a écrit :',
    appleForward: 'Début du message transféré :',
    thunderbirdForward: '-------- Message transféré --------',
    names: ['De', 'Envoyé', 'À', 'Objet'],
    sent: 'lundi 23 novembre 2026 09:00',
    re: 'RE',
    fw: 'TR',
  },
  es: {
    subject: 'Su paquete',
    gmail: 'El lun, 23 nov 2026 a las 9:00, Acme Support (<support@acme.example>)\nescribió:',
    apple: 'El 23 nov 2026, a las 9:00, Acme Support <support@acme.example> escribió:',
    thunderbird: 'El 23/11/26 a las 9:00, Acme Support escribió:',
    appleForward: 'Inicio del mensaje reenviado:',
    thunderbirdForward: '-------- Mensaje reenviado --------',
    names: ['De', 'Enviado', 'Para', 'Asunto'],
    sent: 'lunes, 23 de noviembre de 2026 9:00',
    re: 'RE',
    fw: 'RV',
  },
  pt: {
    subject: 'O seu pacote',
    gmail: 'Em seg., 23 de nov. de 2026 às 09:00, Acme Support <support@acme.example>\nescreveu:',
    apple: 'Em 23 de nov. de 2026, à(s) 09:00, Acme Support <support@acme.example> escreveu:',
    thunderbird: 'Em 23/11/2026 09:00, Acme Support escreveu:',
    appleForward: 'Início da mensagem encaminhada:',
    thunderbirdForward: '-------- Mensagem encaminhada --------',
    names: ['De', 'Enviado', 'Para', 'Assunto'],
    sent: 'segunda-feira, 23 de novembro de 2026 09:00',
    re: 'RES',
    fw: 'ENC',
  },
  it: {
    subject: 'Il suo pacco',
    gmail: 'Il giorno lun 23 nov 2026 alle ore 09:00 Acme Support <support@acme.example>\nha scritto:',
    apple: 'Il giorno 23 nov 2026, alle ore 09:00, Acme Support <support@acme.example> ha scritto:',
    thunderbird: 'Il 23/11/26 09:00, Acme Support ha scritto:',
    appleForward: 'Inizio messaggio inoltrato:',
    thunderbirdForward: '-------- Messaggio Inoltrato --------',
    names: ['Da', 'Inviato', 'A', 'Oggetto'],
    sent: 'lunedì 23 novembre 2026 09:00',
    re: 'R',
    fw: 'I',
  },
  nl: {
    subject: 'Uw pakket',
    gmail: 'Op ma 23 nov 2026 om 09:00 schreef Acme Support <support@acme.example>:',
    apple: 'Op 23 nov 2026 om 09:00 heeft Acme Support <support@acme.example> het volgende geschreven:',
    thunderbird: 'Op 23-11-2026 om 09:00 schreef Acme Support:',
    appleForward: 'Begin doorgestuurd bericht:',
    thunderbirdForward: '-------- Doorgestuurd bericht --------',
    names: ['Van', 'Verzonden', 'Aan', 'Onderwerp'],
    sent: 'maandag 23 november 2026 09:00',
    re: 'Antw',
    fw: 'Doorst',
  },
  pl: {
    subject: 'Twoja paczka',
    gmail: 'pon., 23 lis 2026 o 09:00 Acme Support <support@acme.example> napisał(a):',
    apple: 'Wiadomość napisana przez Acme Support <support@acme.example> w dniu 23 lis 2026, o godz. 09:00:',
    thunderbird: 'W dniu 23.11.2026 o 09:00, Acme Support pisze:',
    appleForward: 'Początek przekazywanej wiadomości:',
    thunderbirdForward: '-------- Treść przekazanej wiadomości --------',
    names: ['Od', 'Wysłano', 'Do', 'Temat'],
    sent: 'poniedziałek, 23 listopada 2026 09:00',
    re: 'Odp',
    fw: 'PD',
  },
  da: {
    subject: 'Din pakke',
    gmail: 'Den man. 23. nov. 2026 kl. 09.00 skrev Acme Support <support@acme.example>:',
    apple: 'Den 23. nov. 2026 kl. 09.00 skrev Acme Support <support@acme.example>:',
    thunderbird: 'Den 23.11.2026 kl. 09.00 skrev Acme Support:',
    appleForward: 'Start på videresendt besked:',
    thunderbirdForward: '-------- Videresendt besked --------',
    names: ['Fra', 'Sendt', 'Til', 'Emne'],
    sent: '23. november 2026 09:00',
    re: 'SV',
    fw: 'VS',
  },
  no: {
    subject: 'Din pakke',
    gmail: 'man. 23. nov. 2026 kl. 09:00 skrev Acme Support <support@acme.example>:',
    apple: '23. nov. 2026 kl. 09:00 skrev Acme Support <support@acme.example>:',
    thunderbird: 'Den 23.11.2026 09:00, skrev Acme Support:',
    appleForward: 'Videresendt melding:',
    thunderbirdForward: '-------- Videresendt melding --------',
    names: ['Fra', 'Sendt', 'Til', 'Emne'],
    sent: 'mandag 23. november 2026 09:00',
    re: 'SV',
    fw: 'VS',
  },
  sv: {
    subject: 'Ditt paket',
    gmail: 'Den mån 23 nov. 2026 kl 09:00 skrev Acme Support <support@acme.example>:',
    apple: '23 nov. 2026 kl. 09:00 skrev Acme Support <support@acme.example>:',
    thunderbird: 'Den 2026-11-23 kl. 09:00, skrev Acme Support:',
    appleForward: 'Vidarebefordrat brev:',
    thunderbirdForward: '-------- Vidarebefordrat meddelande --------',
    names: ['Från', 'Skickat', 'Till', 'Ämne'],
    sent: 'den 23 november 2026 09:00',
    re: 'SV',
    fw: 'VB',
  },
  fi: {
    subject: 'Pakettisi',
    gmail: 'ma 23. marrask. 2026 klo 9.00 Acme Support (support@acme.example) kirjoitti:',
    apple: 'Acme Support <support@acme.example> kirjoitti 23.11.2026 kello 9.00:',
    thunderbird: 'Acme Support kirjoitti 23.11.2026 klo 9.00:',
    appleForward: 'Välitetty viesti alkaa:',
    thunderbirdForward: '-------- Välitetty viesti --------',
    names: ['Lähettäjä', 'Lähetetty', 'Vastaanottaja', 'Aihe'],
    sent: 'maanantai 23. marraskuuta 2026 9.00',
    re: 'VS',
    fw: 'VL',
  },
  ja: {
    subject: 'お荷物について',
    gmail: '2026年11月23日(月) 9:00 Acme Support <support@acme.example>:',
    apple: '2026/11/23 9:00、Acme Support <support@acme.example>のメール:',
    thunderbird: 'On 2026/11/23 9:00, Acme Support wrote:',
    appleForward: '転送されたメッセージ:',
    thunderbirdForward: '-------- 転送メッセージ --------',
    names: ['差出人', '送信日時', '宛先', '件名'],
    sent: '2026年11月23日月曜日 9:00',
    re: 'RE',
    fw: 'FW',
  },
  zh: {
    subject: '您的包裹',
    gmail: 'Acme Support <support@acme.example> 于2026年11月23日周一 09:00写道：',
    apple: '2026年11月23日 09:00，Acme Support <support@acme.example> 写道：',
    thunderbird: '在 2026/11/23 9:00, Acme Support 写道:',
    appleForward: '以下是转发的邮件：',
    thunderbirdForward: '-------- 转发的消息 --------',
    names: ['发件人', '发送时间', '收件人', '主题'],
    sent: '2026年11月23日 9:00',
    re: '答复',
    fw: '转发',
  },
  ru: {
    subject: 'Ваша посылка',
    gmail: 'пн, 23 нояб. 2026 г. в 09:00, Acme Support <support@acme.example>:',
    apple: '23 нояб. 2026 г., в 09:00, Acme Support <support@acme.example> написал(а):',
    thunderbird: '23.11.2026 09:00, Acme Support пишет:',
    appleForward: 'Начало переадресованного сообщения:',
    thunderbirdForward: '-------- Перенаправленное сообщение --------',
    names: ['От', 'Отправлено', 'Кому', 'Тема'],
    sent: '23 ноября 2026 г. 9:00',
    re: 'Ответ',
    fw: 'FW',
  },
  tr: {
    subject: 'Paketiniz',
    gmail: 'Acme Support <support@acme.example>, 23 Kas 2026 Pzt, 09:00 tarihinde şunu\nyazdı:',
    apple: 'Acme Support <support@acme.example> şunları yazdı (23 Kas 2026 09:00):',
    thunderbird: '23.11.2026 09:00 tarihinde Acme Support yazdı:',
    appleForward: 'İletilen ileti başlangıcı:',
    thunderbirdForward: '-------- İletilen İleti --------',
    names: ['Kimden', 'Gönderildi', 'Kime', 'Konu'],
    sent: '23 Kasım 2026 Pazartesi 09:00',
    re: 'YNT',
    fw: 'İLT',
  },
  ar: {
    subject: 'طردك',
    gmail: 'في الاثنين، 23 نوفمبر 2026 في 9:00 ص تمت كتابة ما يلي بواسطة Acme Support\n<‪support@acme.example‬‏>:',
    apple: 'في 23 نوفمبر 2026، الساعة 9:00 ص، كتب Acme Support <support@acme.example>:',
    thunderbird: 'في 23/11/2026 9:00 ص، كتب Acme Support:',
    appleForward: 'بداية الرسالة المعاد توجيهها:',
    thunderbirdForward: '-------- رسالة معاد توجيهها --------',
    names: ['من', 'تم الإرسال', 'إلى', 'الموضوع'],
    sent: '23 نوفمبر 2026 09:00 ص',
    re: 'رد',
    fw: 'إعادة توجيه',
  },
};
