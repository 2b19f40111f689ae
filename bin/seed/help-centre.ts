import type { Tx } from '../../src/db/tx.ts';
import type { AccountRecord } from '../../src/records/account.ts';
import { articleInput } from '../../src/resources/portals/articles/article-input.ts';
import { createArticle } from '../../src/resources/portals/articles/create-article.ts';
import { categoryInput } from '../../src/resources/portals/categories/category-input.ts';
import { createCategory } from '../../src/resources/portals/categories/create-category.ts';
import { createPortal } from '../../src/resources/portals/create-portal.ts';
import { portalInput } from '../../src/resources/portals/portal-input.ts';
import { COMPANY, HELP_SLUG } from './people.ts';

type Written = { title: string; content: string };
type Article = { en: Written; de?: Written; status?: 'draft' | 'archived' };
type Category = { en: string; de: string; icon: string; articles: readonly Article[] };

const CATEGORIES: readonly Category[] = [
  {
    en: 'Delivery',
    de: 'Lieferung',
    icon: '📦',
    articles: [
      {
        en: {
          title: 'How long does delivery take?',
          content:
            'Orders leave our warehouse within **one working day**.\n\n- Within the country: 2 days\n- Abroad: 4 to 6 days',
        },
        de: {
          title: 'Wie lange dauert die Lieferung?',
          content:
            'Bestellungen verlassen unser Lager innerhalb **eines Werktags**.\n\n- Inland: 2 Tage\n- Ausland: 4 bis 6 Tage',
        },
      },
      {
        en: { title: 'What does shipping cost?', content: 'Nothing from 50 euros on. Below, it is **6 euros**.' },
        de: { title: 'Was kostet der Versand?', content: 'Ab 50 Euro nichts, darunter **6 Euro**.' },
      },
      { en: { title: 'My parcel is damaged', content: '1. Take a picture.\n2. Send it to us.\n3. Keep the tea.' } },
    ],
  },
  {
    en: 'Returns',
    de: 'Rückgabe',
    icon: '↩️',
    articles: [
      {
        en: {
          title: 'How do I send something back?',
          content: 'Within **30 days**, unopened. Write to us for a label.',
        },
        de: { title: 'Wie schicke ich etwas zurück?', content: 'Innerhalb von **30 Tagen**, ungeöffnet.' },
      },
      { en: { title: 'When do I get my money?', content: 'Within a week after the parcel is back here.' } },
      { en: { title: 'Returning wholesale orders', content: 'Not decided yet.' }, status: 'draft' },
    ],
  },
  {
    en: 'Brewing',
    de: 'Zubereitung',
    icon: '🍵',
    articles: [
      {
        en: {
          title: 'How hot should the water be?',
          content:
            '| Tea | Water | Time |\n|---|---|---|\n| Green | 75 °C | 2 min |\n| Black | 95 °C | 3 min |\n| Rooibos | 100 °C | 8 min |',
        },
        de: {
          title: 'Wie heiß soll das Wasser sein?',
          content: '| Tee | Wasser | Zeit |\n|---|---|---|\n| Grün | 75 °C | 2 min |\n| Schwarz | 95 °C | 3 min |',
        },
      },
      { en: { title: 'Cold brew', content: '15 g for a litre, six hours in the fridge.' } },
      { en: { title: 'Our old summer blends', content: 'They are no longer made.' }, status: 'archived' },
    ],
  },
];

type Owner = { authorId: number; inboxId: number };

/** Makes the help centre of the company, in English and German, which the widget of the inbox offers. */
export async function makeHelpCentre(tx: Tx, account: AccountRecord, owner: Owner, now: Date): Promise<void> {
  const config = {
    allowed_locales: ['en', 'de'],
    default_locale: 'en',
    social_profiles: {},
    locale_translations: { de: { name: `${COMPANY} Hilfe`, header_text: 'Wie können wir helfen?' } },
  };
  const body = { header_text: 'How can we help?', inbox_id: owner.inboxId, config, color: '#2f6f62' };
  const given = portalInput(body as Parameters<typeof portalInput>[0], []);
  const portal = await createPortal(tx, account, { ...given, name: `${COMPANY} help`, slug: HELP_SLUG }, now);
  for (const { en, de, icon, articles } of CATEGORIES) {
    const make = (name: string, locale: string, rootId?: number) => {
      const body = { locale, icon, associated_category_id: rootId } as Parameters<typeof categoryInput>[0];
      return createCategory(tx, portal, { ...categoryInput(body), name }, now);
    };
    const category = await make(en, 'en');
    const translated = await make(de, 'de', category.id);
    for (const article of articles) {
      const write = ({ title, content }: Written, categoryId: number, rootId?: number) => {
        const { status = 'published' } = article;
        const body = { content, status, category_id: categoryId, associated_article_id: rootId };
        const given = articleInput(body as Parameters<typeof articleInput>[0]);
        return createArticle(tx, portal, { ...given, title, authorId: owner.authorId }, now);
      };
      const { id } = await write(article.en, category.id);
      if (article.de) await write(article.de, translated.id, id);
    }
  }
}
