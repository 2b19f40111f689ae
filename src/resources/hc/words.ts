/** The fixed texts of pages. */
export type Words = {
  skip: string;
  search: string;
  placeholder: string;
  found: string;
  none: string;
  popular: string;
  categories: string;
  all: string;
  empty: string;
  more: string;
  related: string;
  language: string;
  updated: string;
  previous: string;
  next: string;
  missing: string;
};

const NAMES = [
  'skip',
  'search',
  'placeholder',
  'found',
  'none',
  'popular',
  'categories',
  'all',
  'empty',
  'more',
  'related',
  'language',
  'updated',
  'previous',
  'next',
  'missing',
] as const satisfies (keyof Words)[];

// The words of each language, in the order of `NAMES`.
// oxfmt-ignore
const LANGUAGES: Record<string, readonly string[]> = {
  en: ['Skip to the content', 'Search', 'Search for articles', 'Articles found for', 'No article was found', 'Popular articles', 'Categories', 'All articles', 'There are no articles yet', 'More in this category', 'Related categories', 'Language', 'Last updated on', 'Previous page', 'Next page', 'This page does not exist'],
  ar: ['انتقل إلى المحتوى', 'بحث', 'ابحث عن مقالات', 'المقالات التي وُجدت عن', 'لم يتم العثور على أي مقال', 'المقالات الشائعة', 'الفئات', 'كل المقالات', 'لا توجد مقالات بعد', 'المزيد في هذه الفئة', 'فئات ذات صلة', 'اللغة', 'آخر تحديث في', 'الصفحة السابقة', 'الصفحة التالية', 'هذه الصفحة غير موجودة'],
  de: ['Zum Inhalt springen', 'Suchen', 'Artikel suchen', 'Gefundene Artikel zu', 'Es wurde kein Artikel gefunden', 'Beliebte Artikel', 'Kategorien', 'Alle Artikel', 'Es gibt noch keine Artikel', 'Mehr in dieser Kategorie', 'Verwandte Kategorien', 'Sprache', 'Zuletzt aktualisiert am', 'Vorherige Seite', 'Nächste Seite', 'Diese Seite gibt es nicht'],
  es: ['Ir al contenido', 'Buscar', 'Buscar artículos', 'Artículos encontrados para', 'No se encontró ningún artículo', 'Artículos populares', 'Categorías', 'Todos los artículos', 'Todavía no hay artículos', 'Más en esta categoría', 'Categorías relacionadas', 'Idioma', 'Última actualización:', 'Página anterior', 'Página siguiente', 'Esta página no existe'],
  fa: ['رفتن به محتوا', 'جستجو', 'جستجوی مقاله‌ها', 'مقاله‌های یافت‌شده برای', 'مقاله‌ای پیدا نشد', 'مقاله‌های پرطرفدار', 'دسته‌بندی‌ها', 'همه مقاله‌ها', 'هنوز مقاله‌ای وجود ندارد', 'بیشتر در این دسته', 'دسته‌های مرتبط', 'زبان', 'آخرین به‌روزرسانی در', 'صفحه قبل', 'صفحه بعد', 'این صفحه وجود ندارد'],
  fr: ['Aller au contenu', 'Rechercher', 'Rechercher des articles', 'Articles trouvés pour', 'Aucun article trouvé', 'Articles populaires', 'Catégories', 'Tous les articles', 'Il n’y a pas encore d’articles', 'Plus dans cette catégorie', 'Catégories associées', 'Langue', 'Dernière mise à jour le', 'Page précédente', 'Page suivante', 'Cette page n’existe pas'],
  it: ['Vai al contenuto', 'Cerca', 'Cerca articoli', 'Articoli trovati per', 'Nessun articolo trovato', 'Articoli più letti', 'Categorie', 'Tutti gli articoli', 'Non ci sono ancora articoli', 'Altro in questa categoria', 'Categorie correlate', 'Lingua', 'Ultimo aggiornamento:', 'Pagina precedente', 'Pagina successiva', 'Questa pagina non esiste'],
  ja: ['本文へ移動', '検索', '記事を検索', '検索結果：', '記事が見つかりませんでした', '人気の記事', 'カテゴリー', 'すべての記事', '記事はまだありません', 'このカテゴリーの他の記事', '関連カテゴリー', '言語', '最終更新日：', '前のページ', '次のページ', 'このページは存在しません'],
  nl: ['Naar de inhoud', 'Zoeken', 'Artikelen zoeken', 'Gevonden artikelen voor', 'Geen artikel gevonden', 'Populaire artikelen', 'Categorieën', 'Alle artikelen', 'Er zijn nog geen artikelen', 'Meer in deze categorie', 'Verwante categorieën', 'Taal', 'Laatst bijgewerkt op', 'Vorige pagina', 'Volgende pagina', 'Deze pagina bestaat niet'],
  pl: ['Przejdź do treści', 'Szukaj', 'Szukaj artykułów', 'Znalezione artykuły dla', 'Nie znaleziono artykułu', 'Popularne artykuły', 'Kategorie', 'Wszystkie artykuły', 'Nie ma jeszcze artykułów', 'Więcej w tej kategorii', 'Powiązane kategorie', 'Język', 'Ostatnia aktualizacja:', 'Poprzednia strona', 'Następna strona', 'Ta strona nie istnieje'],
  pt: ['Ir para o conteúdo', 'Pesquisar', 'Pesquisar artigos', 'Artigos encontrados para', 'Nenhum artigo encontrado', 'Artigos populares', 'Categorias', 'Todos os artigos', 'Ainda não há artigos', 'Mais nesta categoria', 'Categorias relacionadas', 'Idioma', 'Última atualização em', 'Página anterior', 'Próxima página', 'Esta página não existe'],
  tr: ['İçeriğe geç', 'Ara', 'Makale ara', 'Bulunan makaleler:', 'Makale bulunamadı', 'Popüler makaleler', 'Kategoriler', 'Tüm makaleler', 'Henüz makale yok', 'Bu kategoride daha fazlası', 'İlgili kategoriler', 'Dil', 'Son güncelleme:', 'Önceki sayfa', 'Sonraki sayfa', 'Bu sayfa yok'],
  zh: ['跳到内容', '搜索', '搜索文章', '找到的文章：', '没有找到文章', '热门文章', '分类', '所有文章', '还没有文章', '该分类的更多文章', '相关分类', '语言', '最后更新于', '上一页', '下一页', '此页面不存在'],
};

const RIGHT_TO_LEFT = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi']);

/** The words in the language of the locale, or in English, and how HTML names the locale: `pt_BR` is pt-BR. */
export function wordsFor(locale: string): { words: Words; language: string; direction: 'ltr' | 'rtl' } {
  const [language = ''] = locale.toLowerCase().split(/[_-]/);
  const known = LANGUAGES[language] ?? LANGUAGES['en'] ?? [];
  return {
    words: Object.fromEntries(NAMES.map((name, index) => [name, known[index] ?? ''])) as Words,
    language: /^[\w-]+$/.test(locale) ? locale.replaceAll('_', '-') : 'en',
    direction: RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr',
  };
}

/** The locale in its own language: "Deutsch". */
export function nameOf(locale: string): string {
  const language = locale.replaceAll('_', '-');
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? locale;
  } catch {
    return locale;
  }
}
