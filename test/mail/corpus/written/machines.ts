import { answerHead, head, raw, rawUtf8 } from './raw.ts';
import type { Written } from './written.ts';

const TEXT = 'Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit';

/** What forms, lists, scanners and mail servers send, and people who answer them. */
export const MACHINES: Written[] = [
  {
    title: 'a contact form has all of its lines',
    mail: raw(`${head('New request', TEXT)}

New request

From: Jane Roe
Date: 2026-11-28
Phone: 555 77
Message:
Please call me back`),
    content: 'New request\n\nFrom: Jane Roe\nDate: 2026-11-28\nPhone: 555 77\nMessage:\nPlease call me back',
  },
  {
    title: 'a contact form with addresses has all of its lines',
    mail: raw(`${head('Contact form', TEXT)}

From: Jane Roe <jane@example.org>
To: sales@acme.example
Date: 2026-11-28 10:00
Subject: Offer
Message: Please send one`),
    content:
      'From: Jane Roe <jane@example.org>\nTo: sales@acme.example\nDate: 2026-11-28 10:00\nSubject: Offer\nMessage: Please send one',
  },
  {
    title: 'a contact form below a greeting has all of its lines',
    mail: raw(`${head('Contact form', TEXT)}

Somebody has written by the form:

From: Jane Roe <jane@example.org>
Date: 2026-11-28 10:00
Subject: Offer

Please send one`),
    content:
      'Somebody has written by the form:\n\nFrom: Jane Roe <jane@example.org>\nDate: 2026-11-28 10:00\nSubject: Offer\n\nPlease send one',
  },
  {
    title: 'a German booking has all of its lines',
    mail: rawUtf8(`${head('Buchung', TEXT)}

Neue Buchung

Von: Köln
Nach: Rom
Datum: 3.12.2026
Personen: 2

Bitte ein Zimmer mit Blick.`),
    content: 'Neue Buchung\n\nVon: Köln\nNach: Rom\nDatum: 3.12.2026\nPersonen: 2\n\nBitte ein Zimmer mit Blick.',
  },
  {
    title: 'a Spanish booking has all of its lines',
    mail: rawUtf8(`${head('Reserva', TEXT)}

Nueva reserva

De: Ana
Fecha: 3 de diciembre
Para: 2 personas

Con vistas, por favor.`),
    content: 'Nueva reserva\n\nDe: Ana\nFecha: 3 de diciembre\nPara: 2 personas\n\nCon vistas, por favor.',
  },
  {
    title: 'a booking in an answer has all of its lines',
    mail: raw(`${answerHead(TEXT)}

I would like to change it:

From: Cologne
To: Rome
Date: 3 December

Is that possible?`),
    content: 'I would like to change it:\n\nFrom: Cologne\nTo: Rome\nDate: 3 December\n\nIs that possible?',
  },
  {
    title: 'an answer to a mail whose head has names alone is cut there',
    mail: raw(`${answerHead(TEXT)}

It came today.

From: Acme Support
Sent: Monday, November 23, 2026 9:00 AM
To: Carla Customer
Subject: Your parcel

Has it arrived?`),
    content: 'It came today.',
  },
  {
    title: 'a mail of a colleague below that has a forward in it is quoted as a whole',
    mail: raw(`${answerHead(TEXT)}

We have paid it.

On Mon, Nov 23, 2026 at 9:00 AM Acme Support <support@acme.example> wrote:

> Please look at this.
>
> ---------- Forwarded message ---------
> From: Shop <shop@example.net>
> Date: Sat, Nov 21, 2026
> Subject: Invoice 77
>
> Invoice 77 is open`),
    content: 'We have paid it.',
  },
  {
    title: 'a mail of a list has its footer',
    mail: raw(`${head('[parcels] Question', `List-Id: <parcels.example.org>\n${TEXT}`)}

Who has had the same?

_______________________________________________
parcels mailing list
parcels@example.org
https://example.org/lists/parcels`),
    content:
      'Who has had the same?\n\n_______________________________________________\nparcels mailing list\nparcels@example.org\nhttps://example.org/lists/parcels',
  },
  {
    title: 'an answer on a list stays whole, because its footer is below the quotation',
    mail: raw(`${answerHead(`List-Id: <parcels.example.org>\n${TEXT}`)}

I have.

On Mon, Nov 23, 2026 at 9:00 AM Acme Support <support@acme.example> wrote:
> Who has had the same?

_______________________________________________
parcels mailing list`),
    content:
      'I have.\n\nOn Mon, Nov 23, 2026 at 9:00 AM Acme Support <support@acme.example> wrote:\n> Who has had the same?\n\n_______________________________________________\nparcels mailing list',
  },
  {
    title: 'a scanner sends its file and its text',
    mail: raw(`${head('Scanned image from MX-3070', 'Content-Type: multipart/mixed; boundary="----=_scan"')}

------=_scan
Content-Type: text/plain; charset="us-ascii"
Content-Transfer-Encoding: 7bit

Reply to: scanner@example.com
Device Name: MX-3070
File Format: PDF

------=_scan
Content-Type: application/pdf; name="20261123_100000.pdf"
Content-Transfer-Encoding: base64
Content-Disposition: attachment; filename="20261123_100000.pdf"

JVBERg==
------=_scan--`),
    content: 'Reply to: scanner@example.com\nDevice Name: MX-3070\nFile Format: PDF',
    files: { '20261123_100000.pdf': '%PDF' },
  },
  {
    title: 'a fax server sends a file alone',
    mail: raw(`${head('Fax', 'Content-Type: image/tiff; name="fax-1.tif"\nContent-Transfer-Encoding: base64')}

SUkqAA==`),
    content: null,
    files: { 'fax-1.tif': 'II*\u0000' },
  },
  {
    title: 'a mail about one that did not arrive, of a server that nobody knows, says what it says',
    mail: raw(`${head('Could not deliver', TEXT)}

Your mail to carla@example.net was not delivered.

--- Original message ---
From: Acme Support <support@acme.example>
Subject: Your parcel

Has it arrived?`),
    content:
      'Your mail to carla@example.net was not delivered.\n\n--- Original message ---\nFrom: Acme Support <support@acme.example>\nSubject: Your parcel\n\nHas it arrived?',
  },
  {
    title: 'an answer of a program in Japanese',
    mail: rawUtf8(`${head('=?utf-8?B?6Ieq5YuV6L+U5L+h?=', `Auto-Submitted: auto-replied\n${TEXT}`)}

11月30日まで不在にしております。`),
    content: '11月30日まで不在にしております。',
    subject: '自動返信',
  },
  {
    title: 'an answer to a ticket system, below its line, stays whole',
    mail: raw(`${answerHead(TEXT)}

It is about order 4711.

##- Please type your reply above this line -##
Your request (77) has been updated.`),
    content:
      'It is about order 4711.\n\n##- Please type your reply above this line -##\nYour request (77) has been updated.',
  },
  {
    title: 'a forward that says nothing of its own, whose subject begins with a mark of the mail server',
    mail: raw(`${head('[EXT] Fwd: Invoice 77', TEXT)}

From: Shop <shop@example.net>
Sent: Saturday, November 21, 2026 10:00 AM
To: Carla Customer <carla@example.com>
Subject: Invoice 77

Invoice 77 is open`),
    content:
      'From: Shop <shop@example.net>\nSent: Saturday, November 21, 2026 10:00 AM\nTo: Carla Customer <carla@example.com>\nSubject: Invoice 77\n\nInvoice 77 is open',
  },
  {
    title: 'a forward whose subject says nothing of it',
    mail: raw(`${head('Invoice for you', TEXT)}

See below

Begin forwarded message:

From: Bob <bob@example.net>
Subject: invoice
Date: Sat
To: Ann

Invoice 77 is open`),
    content:
      'See below\n\nBegin forwarded message:\n\nFrom: Bob <bob@example.net>\nSubject: invoice\nDate: Sat\nTo: Ann\n\nInvoice 77 is open',
  },
  {
    title: 'a Danish forward, whose subject begins as a Finnish answer does',
    mail: rawUtf8(`${head('VS: Faktura 77', TEXT)}

Se her

Fra: Shop <shop@example.net>
Sendt: 21. november 2026 10:00
Til: Carla
Emne: Faktura 77

Faktura 77 er ubetalt`),
    content:
      'Se her\n\nFra: Shop <shop@example.net>\nSendt: 21. november 2026 10:00\nTil: Carla\nEmne: Faktura 77\n\nFaktura 77 er ubetalt',
  },
  {
    title: 'a Finnish answer, whose subject begins as a Danish forward does',
    mail: rawUtf8(`${head('VS: Paketti', `In-Reply-To: <first@acme.example>\n${TEXT}`)}

Tuli tänään.

Lähettäjä: Acme Support <support@acme.example>
Lähetetty: maanantai 23. marraskuuta 2026 9.00
Vastaanottaja: Carla
Aihe: Paketti

Onko paketti saapunut?`),
    content: 'Tuli tänään.',
  },
  {
    title: 'answers that are written into the element of a quotation, where the text above says so',
    mail: raw(`${answerHead('Content-Type: text/html; charset=utf-8')}

<div>Please see my answers inline.</div><div class="gmail_quote"><div class="gmail_attr">On Mon, Nov 23, 2026 Acme Support wrote:</div><blockquote class="gmail_quote"><div>Has it arrived?</div><div style="color:red">Yes, today.</div></blockquote></div>`),
    content:
      'Please see my answers inline.\nOn Mon, Nov 23, 2026 Acme Support wrote:\n> Has it arrived?\n> Yes, today.',
  },
  {
    title: 'a forward in HTML, in the element of a quotation, whose subject says nothing of it',
    mail: raw(`${head('Invoice for you', 'Content-Type: text/html; charset=utf-8')}

<div>See this</div><div class="gmail_quote">---------- Forwarded message ---------<br>From: <b>Bob</b> &lt;bob@example.net&gt;<br>Date: Sat<br>Subject: invoice<br>To: Ann<br><br><blockquote class="gmail_quote">Invoice 77 is open</blockquote></div>`),
    content:
      'See this\n---------- Forwarded message ---------\nFrom: Bob <bob@example.net>\nDate: Sat\nSubject: invoice\nTo: Ann\n\n> Invoice 77 is open',
  },
  {
    title: 'the signature below a quotation is of the customer',
    mail: raw(`${answerHead(TEXT)}

It came today.

On 23/11/2026 09:00, Acme Support wrote:
> Has it arrived?

-- \nCarla Customer
Call me: 555 77`),
    content: 'It came today.\n\n--\nCarla Customer\nCall me: 555 77',
  },
];
