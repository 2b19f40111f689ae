import { appleMail, gmailApp, gmailWeb, iosMail } from '../programs/google-and-apple.ts';
import type { Language, Letter } from '../programs/letter.ts';
import { activeSync, outlookDesktop, outlookMobile, outlookText, outlookWeb } from '../programs/microsoft.ts';
import { gmx, k9, mutt, proton, samsung, thunderbird, yahoo, zoho } from '../programs/others.ts';
import type { Written } from './written.ts';

/** A mail of a shop that is forwarded: what it says is what the customer writes about, so that all of it is the content. */
const forwarded = (
  program: (letter: Letter) => Buffer,
  lang: Language,
  [says, forwards]: [says: string, forwards: string],
  content: string,
): Written => ({
  title: `a mail that ${program.name} forwards in ${lang}`,
  mail: program({ lang, says, forwards }),
  content,
});

export const FORWARDS: Written[] = [
  forwarded(
    gmailWeb,
    'en',
    ['See below', 'Invoice 77 is open'],
    `See below

---------- Forwarded message ---------
From: Shop <shop@example.net>
Date: Sat, Nov 21, 2026 at 10:00
Subject: Invoice 77
To: Carla Customer <carla@example.com>


Invoice 77 is open`,
  ),
  forwarded(
    gmailWeb,
    'de',
    ['Was ist das?', 'Rechnung 77 ist offen'],
    `Was ist das?

---------- Forwarded message ---------
Von: Shop <shop@example.net>
Date: Sat, Nov 21, 2026 at 10:00
Subject: Invoice 77
To: Carla Customer <carla@example.com>


Rechnung 77 ist offen`,
  ),
  forwarded(
    gmailApp,
    'fr',
    ['Pour information', 'La facture 77 est ouverte'],
    `Pour information

---------- Forwarded message ---------
De: Shop <shop@example.net>
Date: Sat, Nov 21, 2026 at 10:00
Subject: Invoice 77
To: Carla Customer <carla@example.com>


La facture 77 est ouverte`,
  ),
  ...(
    [
      ['en', 'Begin forwarded message:', 'From', 'Subject', 'To'],
      ['de', 'Anfang der weitergeleiteten Nachricht:', 'Von', 'Betreff', 'An'],
      ['fr', 'Début du message transféré :', 'De', 'Objet', 'À'],
      ['sv', 'Vidarebefordrat brev:', 'Från', 'Ämne', 'Till'],
      ['ja', '転送されたメッセージ:', '差出人', '件名', '宛先'],
      ['ru', 'Начало переадресованного сообщения:', 'От', 'Тема', 'Кому'],
    ] as const
  ).map(([lang, heading, from, subject, to]) =>
    forwarded(
      appleMail,
      lang,
      ['77?', 'Invoice 77 is open\n\nThe shop'],
      `77?

> ${heading}
>
> ${from}: Shop <shop@example.net>
> ${subject}: Invoice 77
> Date: 21 November 2026 at 10:00:00 CET
> ${to}: Carla Customer <carla@example.com>
>
> Invoice 77 is open
>
> The shop`,
    ),
  ),
  ...(
    [
      ['en', 'Begin forwarded message:', 'From', 'Subject', 'To'],
      ['es', 'Inicio del mensaje reenviado:', 'De', 'Asunto', 'Para'],
      ['nl', 'Begin doorgestuurd bericht:', 'Van', 'Onderwerp', 'Aan'],
      ['da', 'Start på videresendt besked:', 'Fra', 'Emne', 'Til'],
      ['zh', '以下是转发的邮件：', '发件人', '主题', '收件人'],
    ] as const
  ).map(([lang, heading, from, subject, to]) =>
    forwarded(
      iosMail,
      lang,
      ['77?', 'Invoice 77 is open'],
      `77?

${heading}

> ${from}: Shop <shop@example.net>
> Date: 21 November 2026 at 10:00:00 CET
> ${to}: Carla Customer <carla@example.com>
> ${subject}: Invoice 77
>
> \uFEFFInvoice 77 is open`,
    ),
  ),
  ...(
    [
      ['en', 'From', 'Sent', 'To', 'Subject', 'Monday, November 23, 2026 9:00 AM'],
      ['pl', 'Od', 'Wysłano', 'Do', 'Temat', 'poniedziałek, 23 listopada 2026 09:00'],
      ['no', 'Fra', 'Sendt', 'Til', 'Emne', 'mandag 23. november 2026 09:00'],
      ['zh', '发件人', '发送时间', '收件人', '主题', '2026年11月23日 9:00'],
      ['it', 'Da', 'Inviato', 'A', 'Oggetto', 'lunedì 23 novembre 2026 09:00'],
    ] as const
  ).map(([lang, from, sent, to, subject, date]) =>
    forwarded(
      outlookDesktop,
      lang,
      ['77?', 'Invoice 77 is open'],
      `77?



${from}: Shop <shop@example.net>
${sent}: ${date}
${to}: Carla Customer <carla@example.com>
${subject}: Invoice 77



Invoice 77 is open`,
    ),
  ),
  ...(
    [
      ['sv', 'Från', 'Skickat', 'Till', 'Ämne', 'den 23 november 2026 09:00'],
      ['nl', 'Van', 'Verzonden', 'Aan', 'Onderwerp', 'maandag 23 november 2026 09:00'],
      ['fi', 'Lähettäjä', 'Lähetetty', 'Vastaanottaja', 'Aihe', 'maanantai 23. marraskuuta 2026 9.00'],
    ] as const
  ).map(([lang, from, sent, to, subject, date]) =>
    forwarded(
      outlookWeb,
      lang,
      ['77?', 'Invoice 77 is open'],
      `77?

________________________________
${from}: Shop <shop@example.net>
${sent}: ${date}
${to}: Carla Customer <carla@example.com>
${subject}: Invoice 77

Invoice 77 is open`,
    ),
  ),
  forwarded(
    outlookText,
    'da',
    ['77?', 'Faktura 77 er åben'],
    `77?

-----Original Message-----
Fra: Shop <shop@example.net>
Sendt: 23. november 2026 09:00
Til: Carla Customer <carla@example.com>
Emne: Invoice 77

Faktura 77 er åben`,
  ),
  forwarded(
    outlookMobile,
    'tr',
    ['77?', 'Fatura 77 açık'],
    `77?
________________________________
Kimden: Shop <shop@example.net>
Gönderildi: 23 Kasım 2026 Pazartesi 09:00
Kime: Carla Customer <carla@example.com>
Konu: Invoice 77

Fatura 77 açık`,
  ),
  forwarded(
    activeSync,
    'pt',
    ['77?', 'A fatura 77 está aberta'],
    `77?

----------------------------------------

De: Shop <shop@example.net>
Enviado: segunda-feira, 23 de novembro de 2026 09:00
Para: Carla Customer <carla@example.com>
Assunto: Invoice 77

A fatura 77 está aberta`,
  ),
  ...(
    [
      ['en', '-------- Forwarded Message --------', 'From', 'Subject', 'To'],
      ['de', '-------- Weitergeleitete Nachricht --------', 'Von', 'Betreff', 'An'],
      ['pl', '-------- Treść przekazanej wiadomości --------', 'Od', 'Temat', 'Do'],
      ['ru', '-------- Перенаправленное сообщение --------', 'От', 'Тема', 'Кому'],
    ] as const
  ).map(([lang, heading, from, subject, to]) =>
    forwarded(
      thunderbird,
      lang,
      ['77?', 'Invoice 77 is open'],
      `77?


${heading}
${subject}: \tInvoice 77
Date: \tSat, 21 Nov 2026 10:00:00 +0100
${from}: \tShop <shop@example.net>
${to}: \tCarla Customer <carla@example.com>



Invoice 77 is open`,
    ),
  ),
  forwarded(
    k9,
    'de',
    ['77?', 'Rechnung 77 ist offen'],
    `77?

-------- Original Message --------
Von: Shop <shop@example.net>
Gesendet: 21 November 2026 10:00:00 CET
An: Carla Customer <carla@example.com>
Betreff: Invoice 77

Rechnung 77 ist offen`,
  ),
  forwarded(
    yahoo,
    'en',
    ['77?', 'Invoice 77 is open'],
    `77?

    ----- Forwarded Message ----- From: Shop <shop@example.net> To: Carla Customer <carla@example.com> Sent: Saturday, November 21, 2026 at 10:00:00 AM GMT+1 Subject: Invoice 77
 Invoice 77 is open`,
  ),
  forwarded(
    gmx,
    'de',
    ['77?', 'Rechnung 77 ist offen'],
    `77?

Gesendet: Montag, 23. November 2026 09:00
Von: "Shop" <shop@example.net>
An: Carla Customer <carla@example.com>
Betreff: Invoice 77
Rechnung 77 ist offen`,
  ),
  forwarded(
    proton,
    'en',
    ['77?', 'Invoice 77 is open'],
    `77?

------- Forwarded Message -------
From: Shop <shop@example.net>
Date: Saturday, November 21st, 2026 at 10:00
Subject: Invoice 77
To: Carla Customer <carla@example.com>

> Invoice 77 is open`,
  ),
  forwarded(
    samsung,
    'es',
    ['¿77?', 'La factura 77 está abierta'],
    `¿77?


-------- Original message --------
De: Shop <shop@example.net>
Date: 23/11/2026  09:00  (GMT+01:00)
Para: Carla Customer <carla@example.com>
Asunto: Invoice 77

La factura 77 está abierta`,
  ),
  forwarded(
    mutt,
    'en',
    ['77?', 'Invoice 77 is open'],
    `77?

----- Forwarded message from Shop <shop@example.net> -----

Date: Sat, 21 Nov 2026 10:00:00 +0100
From: Shop <shop@example.net>
To: Carla Customer <carla@example.com>
Subject: Invoice 77

Invoice 77 is open

----- End forwarded message -----`,
  ),
  forwarded(
    zoho,
    'en',
    ['77?', 'Invoice 77 is open'],
    `77?


============ Forwarded message ============
From: Shop <shop@example.net>
To: Carla Customer <carla@example.com>
Date: Sat, 21 Nov 2026 10:00:00 +0100
Subject: Invoice 77
============ Forwarded message ============

Invoice 77 is open`,
  ),
];
