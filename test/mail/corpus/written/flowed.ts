import { answerHead, head, raw, rawUtf8 } from './raw.ts';
import type { Written } from './written.ts';

const FLOWED = 'Content-Type: text/plain; charset=utf-8; format=flowed\nContent-Transfer-Encoding: 8bit';

/** Plain text whose lines may go on in the next one (RFC 3676). */
export const FLOWED_MAILS: Written[] = [
  {
    title: 'a paragraph that is broken into lines is one line again',
    mail: rawUtf8(`${head('Question', FLOWED)}

I ordered a lamp on the 3rd and paid for it at once, and I have not \nheard of it since then. Could you please \nlook for it?

Carla`),
    content:
      'I ordered a lamp on the 3rd and paid for it at once, and I have not heard of it since then. Could you please look for it?\n\nCarla',
  },
  {
    title: 'an answer below a quoted line that ends in a blank is not part of the quotation',
    mail: rawUtf8(`${answerHead(FLOWED)}

Thanks, see below.

On Monday, Acme wrote:
> Which colour do you want? \nRed please.`),
    content: 'Thanks, see below.\n\nOn Monday, Acme wrote:\n> Which colour do you want?\nRed please.',
  },
  {
    title: 'quotations of different depth stay apart, those of the same depth join',
    mail: rawUtf8(`${answerHead(FLOWED)}

On Monday, Acme wrote:
>> I asked for \n>> a red one. \n> Is this \n> one red?
Yes, it is. \nThank you.`),
    content: 'On Monday, Acme wrote:\n>> I asked for a red one.\n> Is this one red?\nYes, it is. Thank you.',
  },
  {
    title: 'the line above a signature joins no text',
    mail: rawUtf8(`${head('Question', FLOWED)}

Where is it? \n-- \nCarla Customer \n12 Example Street`),
    content: 'Where is it?\n--\nCarla Customer 12 Example Street',
  },
  {
    title: 'a blank that was put before a line goes, but not before a mark of quotations',
    mail: rawUtf8(`${head('Question', FLOWED)}

 From where do you send?
 > is the sign that I mean.
   three blanks`),
    content: 'From where do you send?\n > is the sign that I mean.\n  three blanks',
  },
  {
    title: 'text of languages without blanks between words joins without one (DelSp)',
    mail: rawUtf8(`${head('Question', FLOWED.replace('flowed', 'flowed; delsp=yes'))}

昨日注文した荷物は \nまだ届いていません。 \n
カーラ`),
    content: '昨日注文した荷物はまだ届いていません。\nカーラ',
  },
  {
    title: 'text that says format=fixed keeps its lines',
    mail: rawUtf8(`${head('Question', FLOWED.replace('flowed', 'fixed'))}

Lamp, red \nLamp, blue \nTable`),
    content: 'Lamp, red\nLamp, blue\nTable',
  },
  {
    title: 'flowed text in quoted-printable has blanks that are encoded',
    mail: raw(`${head('Question', 'Content-Type: text/plain; charset="iso-8859-1"; Format="Flowed"\nContent-Transfer-Encoding: quoted-printable')}

Die Lampe ist=20
gr=FCn, nicht=20
rot=2E Und dieser Satz ist so lang, dass er in der Quelle umbrochen werden =
muss.`),
    content: 'Die Lampe ist grün, nicht rot. Und dieser Satz ist so lang, dass er in der Quelle umbrochen werden muss.',
  },
  {
    title: 'a quotation below an answer is cut off where its paragraphs flow',
    mail: rawUtf8(`${answerHead(FLOWED)}

It came \ntoday.

On 23/11/2026 09:00, Acme Support wrote:
> Has the parcel \n> arrived?
>
>> Where is \n>> my parcel?`),
    content: 'It came today.',
  },
  {
    title: 'a quotation stays where the answer goes on below it',
    mail: rawUtf8(`${answerHead(FLOWED)}

Hello Ada,

On 23/11/2026 09:00, Acme Support wrote:
> Has it \n> arrived?

It came \ntoday.`),
    content: 'Hello Ada,\n\nOn 23/11/2026 09:00, Acme Support wrote:\n> Has it arrived?\n\nIt came today.',
  },
];
