/** The queries of the pages before and after a page of a list; null = there is none. `more`: further parameters. */
export function pagesBeside(
  { number, limit }: { number: number; limit: number },
  hasMore: boolean,
  more: Record<string, string> = {},
): { previous: string | null; next: string | null } {
  const at = (page: number) => `?${new URLSearchParams({ ...more, page: String(page), per_page: String(limit) })}`;
  return { previous: number > 1 ? at(number - 1) : null, next: hasMore ? at(number + 1) : null };
}
