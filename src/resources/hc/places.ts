/** The addresses of a portal's pages. */
export type Places = ReturnType<typeof placesAt>;

/** The addresses of the pages of the portal that is at `base`: a path, or an address with a host. */
export function placesAt(base: string) {
  const of = (...segments: string[]) => [base, ...segments.map(encodeURIComponent)].join('/');
  return {
    home: (locale: string) => of(locale),
    search: (locale: string) => of(locale, 'search'),
    articles: (locale: string) => of(locale, 'articles'),
    category: (locale: string, slug: string) => of(locale, 'categories', slug),
    article: (slug: string) => of('articles', slug),
    /** The picture that counts a reader of the article. */
    counter: (slug: string) => `${of('articles', slug)}.png`,
    /** The article as Markdown. */
    source: (slug: string) => `${of('articles', slug)}.md`,
  };
}
