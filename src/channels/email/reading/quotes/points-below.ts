/** Phrases that announce answers inside the quoted text, in the languages of mail programs. */
const WORDS = [
  'below|in-?line|in (red|blue|green|bold|colou?r)|in between|between the lines|underneath',
  'unten|unterhalb|im text|in (rot|blau|grün|fett)|dazwischen|untenstehend',
  'ci-dessous|plus bas|en (rouge|bleu|vert|gras)|dans le texte|en dessous',
  'abajo|a continuación|en (rojo|azul|verde|negrita)|debajo|entre líneas',
  'abaixo|em (vermelho|azul|verde|negrito)|no texto',
  'sotto|di seguito|in (rosso|blu|verde|grassetto)|nel testo',
  'hieronder|onderstaande?|in (het )?(rood|blauw|groen)|tussen de regels',
  'poniżej|na czerwono|czerwonym|niebieskim|w treści|w tekście',
  'nedenfor|nedenunder|herunder|se under|i rødt|med rødt|i rød|i blått?',
  'nedan|här under|i rött|med rött|i blått',
  '(katso|ks\\.?|kts\\.?|vastaukset|vastaukseni|kommentit) alla|alapuolella|punaisella',
  'ниже|красным|в тексте|синим',
  'aşağıda|aşağıdaki|kırmızı|alt tarafta',
  'أدناه|بالأحمر|بالأسفل|في الأسفل',
  'níže|červeně|alább|pirossal|mai jos|cu roșu|παρακάτω|нижче|להלן|למטה|bên dưới|di bawah',
];
const POINTS = new RegExp(
  `(?<!\\p{L})(?:${WORDS.join('|')})(?!\\p{L})|下記|以下|下に|下の|赤字|本文中|下面|如下|见下|見下|下方|下文|红字|红色|아래|빨간`,
  'iu',
);

/**
 * Whether the text announces answers in the quotation below. Outlook does not mark quoted text, so that such answers
 * cannot be recognized by themselves.
 */
export const pointsBelow = (text: string) => POINTS.test(text);
