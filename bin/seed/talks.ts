import type { Language } from './people.ts';

/** A line of a conversation; `picture` and `document` are written with a file. */
export type Line = { by: 'contact' | 'team' | 'note'; text: string; file?: 'picture' | 'document' };

/** A conversation with its subject and its label. `{order}` and `{tea}` stand for a number and a product. */
export type Talk = { subject: string; label: string; lines: readonly Line[] };

const contact = (text: string, file?: Line['file']): Line => ({ by: 'contact', text, ...(file && { file }) });
const team = (text: string, file?: Line['file']): Line => ({ by: 'team', text, ...(file && { file }) });
const note = (text: string): Line => ({ by: 'note', text });

const talk = (subject: string, label: string, ...lines: Line[]): Talk => ({ subject, label, lines });

export const TEAS = ['Harbour Breakfast', 'Smoked Juniper', 'First Flush Darjeeling', 'Rooibos Orchard', 'Sencha Tide'];

const ENGLISH: readonly Talk[] = [
  talk(
    'Where is my order {order}?',
    'delivery',
    contact('Hello, I ordered {tea} last week and it has not arrived. The order is {order}.'),
    team('Good morning! I am sorry about the wait. The parcel left us on time, let me ask the carrier.'),
    note('The carrier has it in the depot since Tuesday. I have asked for a second attempt.'),
    team('It is at your local depot and comes tomorrow before noon. Is somebody at home then?'),
    contact('Yes, perfect. Thank you for the quick answer!'),
  ),
  talk(
    'A dented tin',
    'returns',
    contact('My tin of {tea} arrived like this. The tea seems fine, but it was meant as a present.', 'picture'),
    team('Oh no, that does not look like a present any more. I will send you a new tin today, please keep the tea.'),
    contact('That is very kind, thank you.'),
  ),
  talk(
    'Invoice for order {order}',
    'billing',
    contact('Could I have an invoice with our VAT number for order {order}?'),
    team('Of course. Here it is, with your number on it.', 'document'),
    contact('Got it, thanks.'),
  ),
  talk(
    'Wholesale prices',
    'wholesale',
    contact('We run a small café and would like to serve your {tea}. Do you have wholesale prices?'),
    note('They asked at the fair in spring as well. Offer the starter set.'),
    team('How nice to hear! From 5 kg on you get 30 % off, and we lend you a grinder-free brewing station.'),
    contact('That sounds good. What is the delivery time for 10 kg?'),
    team('Two working days within the country, four abroad.'),
  ),
  talk(
    'Returning an unopened bag',
    'returns',
    contact('I bought two bags of {tea} by mistake. May I send one back unopened?'),
    team('Yes, within 30 days. The label is attached: print it, and drop the parcel at any shop.', 'document'),
    contact('Done. When do I get the money?'),
    team('As soon as it is back here, usually within a week.'),
  ),
  talk(
    'How hot should the water be?',
    'brewing',
    contact('My {tea} is always bitter. What am I doing wrong?'),
    team('Try water of 75 °C, and not longer than two minutes. Boiling water makes it bitter.'),
    contact('What a difference!'),
  ),
  talk(
    'Card was charged twice',
    'billing',
    contact('My bank shows two payments for order {order}. Please check.'),
    note('Only one was captured; the other one is a reservation that ends by itself.'),
    team('One of them is only a reservation. Your bank releases it within three days.'),
    contact('It is gone now.'),
  ),
  talk(
    'Nuts in your blends?',
    'product',
    contact('My daughter is allergic to almonds. Is {tea} safe for her?'),
    team('{tea} has no nuts, but it is packed on the table where we pack Almond Biscuit. I would not risk it.'),
    contact('Thank you for being honest.'),
  ),
  talk(
    'Gift wrapping',
    'product',
    contact('Can you wrap {tea} and add a card that says "Happy retirement, Joan"?'),
    team('With pleasure! It costs nothing extra. It goes out today.'),
  ),
  talk(
    'Pausing my subscription',
    'subscription',
    contact('I am away for two months. Can I pause my subscription?'),
    team('Paused until you write to us again. Have a good trip!'),
    contact('Wonderful.'),
  ),
  talk(
    'New delivery address',
    'delivery',
    contact('I moved. Please send order {order} to 12 Mill Lane instead of the old address.'),
    team('Changed, just in time: it leaves this afternoon.'),
  ),
  talk(
    'Is {tea} back in stock?',
    'product',
    contact('Your page says that {tea} is sold out. When will there be some again?'),
    team('The new harvest is on the ship. I expect it in two weeks; shall I reserve a bag for you?'),
    contact('Yes please!'),
  ),
  talk(
    'Voucher does not work',
    'billing',
    contact('The code SPRING10 is refused at the checkout.'),
    team('It was valid until the end of May. Here is another one, only for you: WELCOME-BACK.'),
    contact('Works. Thanks!'),
  ),
  talk('A compliment', 'feedback', contact('Just wanted to say that {tea} is the best tea that I have ever had.')),
];

const OTHERS: Record<Exclude<Language, 'en'>, readonly Talk[]> = {
  de: [
    talk(
      'Wo bleibt meine Bestellung {order}?',
      'delivery',
      contact('Guten Tag, meine Bestellung {order} ist noch nicht da. Können Sie bitte nachsehen?'),
      team('Guten Tag! Das Paket liegt in der Filiale am Markt und kann abgeholt werden.'),
      contact('Vielen Dank, ich hole es heute ab.'),
    ),
    talk(
      'Rechnung für unser Café',
      'billing',
      contact('Wir brauchen für {tea} eine Rechnung mit Umsatzsteuer-Nummer.'),
      team('Sehr gern, sie ist angehängt.', 'document'),
    ),
  ],
  fr: [
    talk(
      'Boîte abîmée',
      'returns',
      contact('Bonjour, la boîte de {tea} est arrivée cabossée.', 'picture'),
      team('Bonjour, nous sommes désolés. Une nouvelle boîte part aujourd’hui.'),
      contact('Merci beaucoup !'),
    ),
  ],
  es: [
    talk(
      '¿Envían a España?',
      'delivery',
      contact('Hola, ¿cuánto cuesta el envío de {tea} a Valencia?'),
      team('Hola. A partir de 50 euros es gratis; si no, cuesta 6 euros.'),
      contact('Perfecto, gracias.'),
    ),
  ],
  ja: [
    talk(
      '注文 {order} について',
      'delivery',
      contact('こんにちは。注文番号 {order} の {tea} はいつ届きますか。'),
      team('お問い合わせありがとうございます。明後日の午前中にお届けする予定です。'),
      contact('ありがとうございます。楽しみにしています。'),
    ),
    talk(
      '水出しの作り方',
      'brewing',
      contact('{tea} は水出しでも美味しいですか。何時間くらい置けばよいでしょうか。'),
      team('はい、冷蔵庫で六時間ほど置いてください。1リットルに15グラムが目安です。'),
    ),
  ],
  ar: [
    talk(
      'موعد وصول الطلب {order}',
      'delivery',
      contact('مرحبا، طلبت {tea} قبل أسبوع ولم يصل بعد. رقم الطلب {order}.'),
      team('مرحبا بك، نعتذر عن التأخير. سيصل الطرد غدا قبل الظهر.'),
      contact('شكرا جزيلا على الرد السريع!'),
    ),
  ],
  he: [
    talk(
      'החזרת מוצר',
      'returns',
      contact('שלום, קיבלתי בטעות שתי שקיות של {tea}. אפשר להחזיר אחת?'),
      team('שלום, בוודאי. אפשר להחזיר עד 30 יום מיום הקנייה.'),
    ),
  ],
};

/** The talks in this language. */
export const talksIn = (language: Language) => (language === 'en' ? ENGLISH : OTHERS[language]);

/** What contact and team say again and again in the long thread, one after the other. */
export const LONG_THREAD: readonly Line[] = [
  contact('Which of your black teas goes best with milk?'),
  team('Harbour Breakfast. It is strong enough for it.'),
  contact('And without milk?'),
  team('Then I would take the first flush, brewed for two minutes only.'),
  contact('Do you have samples?'),
  team('Yes, five bags of 10 g each, you choose which.'),
];

/** What contacts write beside a rating, by the rating. */
export const FEEDBACK: Record<number, readonly (string | null)[]> = {
  1: ['Nobody read what I had written.', null],
  2: ['It took four days.', null],
  3: ['Fine in the end.', null],
  4: ['Quick and friendly.', null],
  5: ['Wonderful service!', 'Best shop.', null],
};
