import { appleMail, gmailApp, gmailWeb, iosMail } from '../programs/google-and-apple.ts';
import type { Language, Letter } from '../programs/letter.ts';
import { outlookDesktop, outlookMobile, outlookText, outlookWeb } from '../programs/microsoft.ts';
import { gmx, k9, mutt, proton, samsung, thunderbird, yahoo, zoho } from '../programs/others.ts';
import type { Written } from './written.ts';

type Between = Letter['between'];

/** Answers between the lines of a quotation: all of it is the content, since the answers alone say nothing. */
const between = (
  program: (letter: Letter) => Buffer,
  lang: Language,
  { says, pieces }: { says?: string; pieces: Between },
  content: string,
): Written => ({
  title: `answers of ${program.name} in ${lang}, between${says === undefined ? '' : ', below a greeting'}`,
  mail: program({ lang, ...(says !== undefined && { says }), between: pieces }),
  content,
});

const ENGLISH: Between = [
  ['Has it arrived?', 'Yes, today.'],
  ['Is it whole?', 'No, it is torn.'],
];
const GERMAN: Between = [
  ['Ist es da?', 'Ja, heute.'],
  ['Ist es ganz?', 'Nein, zerrissen.'],
];

export const ANSWERS_BETWEEN: Written[] = [
  between(
    gmailWeb,
    'en',
    { pieces: ENGLISH },
    `On Mon, Nov 23, 2026 at 9:00 AM Acme Support <support@acme.example> wrote:

> Has it arrived?
>
Yes, today.

> Is it whole?
>
No, it is torn.`,
  ),
  between(
    gmailWeb,
    'de',
    { says: 'Hallo, Antworten unten.', pieces: GERMAN },
    `Hallo, Antworten unten.

Am Mo., 23. Nov. 2026 um 09:00 Uhr schrieb Acme Support <
support@acme.example>:

> Ist es da?
>
Ja, heute.

> Ist es ganz?
>
Nein, zerrissen.`,
  ),
  between(
    gmailApp,
    'fr',
    { says: 'Bonjour', pieces: [['Est-il arrivé ?', 'Oui.']] },
    `Bonjour

Le lun. 23 nov. 2026 à 09:00, Acme Support <support@acme.example> a écrit :

> Est-il arrivé ?
>
Oui.`,
  ),
  between(
    gmailWeb,
    'ja',
    { pieces: [['届きましたか。', 'はい。']] },
    `2026年11月23日(月) 9:00 Acme Support <support@acme.example>:

> 届きましたか。
>
はい。`,
  ),
  between(
    appleMail,
    'en',
    { pieces: ENGLISH },
    `> On Nov 23, 2026, at 9:00 AM, Acme Support <support@acme.example> wrote:
>
> Has it arrived?

Yes, today.

> Is it whole?

No, it is torn.`,
  ),
  between(
    appleMail,
    'es',
    { says: 'Hola:', pieces: [['¿Ha llegado?', 'Sí, hoy.']] },
    `Hola:

> El 23 nov 2026, a las 9:00, Acme Support <support@acme.example> escribió:
>
> ¿Ha llegado?

Sí, hoy.`,
  ),
  between(
    iosMail,
    'de',
    { pieces: GERMAN },
    `> Am 23.11.2026 um 09:00 schrieb Acme Support <support@acme.example>:
>
> \uFEFFIst es da?
Ja, heute.
> \uFEFFIst es ganz?
Nein, zerrissen.`,
  ),
  between(
    iosMail,
    'it',
    { says: 'Ecco:', pieces: [['È arrivato?', 'Sì, oggi.']] },
    `Ecco:

> Il giorno 23 nov 2026, alle ore 09:00, Acme Support <support@acme.example> ha scritto:
>
> \uFEFFÈ arrivato?
Sì, oggi.`,
  ),
  between(
    outlookDesktop,
    'en',
    { says: 'Please see my answers below in red.', pieces: ENGLISH },
    `Please see my answers below in red.



From: Acme Support <support@acme.example>
Sent: Monday, November 23, 2026 9:00 AM
To: Carla Customer <carla@example.com>
Subject: Your parcel



Has it arrived?

Yes, today.

Is it whole?

No, it is torn.`,
  ),
  between(
    outlookDesktop,
    'de',
    { says: 'Siehe unten.', pieces: GERMAN },
    `Siehe unten.



Von: Acme Support <support@acme.example>
Gesendet: Montag, 23. November 2026 09:00
An: Carla Customer <carla@example.com>
Betreff: Ihr Paket



Ist es da?

Ja, heute.

Ist es ganz?

Nein, zerrissen.`,
  ),
  between(
    outlookText,
    'fr',
    { says: 'Voir mes réponses ci-dessous.', pieces: [['Est-il arrivé ?', 'Oui.']] },
    `Voir mes réponses ci-dessous.

-----Original Message-----
De: Acme Support <support@acme.example>
Envoyé: lundi 23 novembre 2026 09:00
À: Carla Customer <carla@example.com>
Objet: Votre colis

Est-il arrivé ?

Oui.`,
  ),
  between(
    outlookWeb,
    'nl',
    { says: 'Zie hieronder.', pieces: [['Is het er?', 'Ja, vandaag.']] },
    `Zie hieronder.

________________________________
Van: Acme Support <support@acme.example>
Verzonden: maandag 23 november 2026 09:00
Aan: Carla Customer <carla@example.com>
Onderwerp: Uw pakket

Is het er?

Ja, vandaag.`,
  ),
  between(
    outlookMobile,
    'es',
    { says: 'Respuestas abajo.', pieces: [['¿Ha llegado?', 'Sí, hoy.']] },
    `Respuestas abajo.
________________________________
De: Acme Support <support@acme.example>
Enviado: lunes, 23 de noviembre de 2026 9:00
Para: Carla Customer <carla@example.com>
Asunto: Su paquete

¿Ha llegado?

Sí, hoy.`,
  ),
  between(
    thunderbird,
    'en',
    { pieces: ENGLISH },
    `On 23/11/2026 09:00, Acme Support wrote:
> Has it arrived?
Yes, today.
> Is it whole?
No, it is torn.`,
  ),
  between(
    thunderbird,
    'de',
    { says: 'Hallo zusammen,', pieces: GERMAN },
    `Hallo zusammen,

Am 23.11.26 um 09:00 schrieb Acme Support:
> Ist es da?
Ja, heute.
> Ist es ganz?
Nein, zerrissen.`,
  ),
  between(
    thunderbird,
    'pl',
    { pieces: [['Czy dotarła?', 'Tak, dzisiaj.']] },
    `W dniu 23.11.2026 o 09:00, Acme Support pisze:
> Czy dotarła?
Tak, dzisiaj.`,
  ),
  between(
    k9,
    'pt',
    { pieces: [['Chegou?', 'Sim, hoje.']] },
    `Em seg., 23 de nov. de 2026 às 09:00, Acme Support <support@acme.example> escreveu:
> Chegou?
Sim, hoje.`,
  ),
  between(
    yahoo,
    'en',
    { says: 'My answers are below', pieces: [['Has it arrived?', 'Yes, today.']] },
    `My answers are below

    On Nov 23, 2026, at 9:00 AM, Acme Support <support@acme.example> wrote:

 Has it arrived?

 Yes, today.`,
  ),
  between(
    gmx,
    'de',
    { says: 'Hallo,', pieces: GERMAN },
    `Hallo,

Gesendet: Montag, 23. November 2026 09:00
Von: "Acme Support" <support@acme.example>
An: Carla Customer <carla@example.com>
Betreff: Ihr Paket
Ist es da?
Ja, heute.
Ist es ganz?
Nein, zerrissen.`,
  ),
  between(
    proton,
    'en',
    { pieces: ENGLISH },
    `On Monday, November 23rd, 2026 at 9:00 AM, Acme Support <support@acme.example> wrote:

> Has it arrived?

Yes, today.

> Is it whole?

No, it is torn.`,
  ),
  between(
    proton,
    'en',
    { says: 'Hello Ada,', pieces: [['Has it arrived?', 'Yes, today.']] },
    `Hello Ada,

On Monday, November 23rd, 2026 at 9:00 AM, Acme Support <support@acme.example> wrote:

> Has it arrived?

Yes, today.`,
  ),
  between(
    samsung,
    'pl',
    { says: 'Odpowiedzi poniżej.', pieces: [['Czy dotarła?', 'Tak, dzisiaj.']] },
    `Odpowiedzi poniżej.


-------- Original message --------
Od: Acme Support <support@acme.example>
Date: 23/11/2026  09:00  (GMT+01:00)
Do: Carla Customer <carla@example.com>
Temat: Twoja paczka

Czy dotarła?

Tak, dzisiaj.`,
  ),
  between(
    mutt,
    'en',
    { pieces: ENGLISH },
    `On Mon, Nov 23, 2026 at 09:00:00AM +0100, Acme Support wrote:
> Has it arrived?

Yes, today.

> Is it whole?

No, it is torn.`,
  ),
  between(
    mutt,
    'en',
    { says: 'Hi,', pieces: [['Has it arrived?', 'Yes, today.']] },
    `Hi,

On Mon, Nov 23, 2026 at 09:00:00AM +0100, Acme Support wrote:
> Has it arrived?

Yes, today.`,
  ),
  between(
    zoho,
    'en',
    { pieces: ENGLISH },
    `---- On Mon, 23 Nov 2026 09:00:00 +0100 Acme Support <support@acme.example> wrote ----

Has it arrived?

Yes, today.

Is it whole?

No, it is torn.`,
  ),
];
