import { escapeHtml } from '../../markdown/escape-html.ts';
import { toHtml } from '../../markdown/to-html.ts';

const PICTURE = /!\[[^[\]]*\]\(\s*<?([^\s)>]+)/g;
/** A picture is a link then, too. */
const LINK = /<a href="([^"]*)">([^<]*)<\/a>/g;

/** The addresses of the pictures in the Markdown. */
export function picturesOf(markdown: string): string[] {
  return [...markdown.matchAll(PICTURE)].map(([, address = '']) => address);
}

/** The Markdown as a page for a mail; `cids` has the Content-IDs of pictures by their addresses. HTML in it stays text. */
export function mailHtml(markdown: string, cids: ReadonlyMap<string, string>): string {
  const cidsByLink = new Map([...cids].map(([address, cid]) => [escapeHtml(address), cid]));
  const body = toHtml(markdown).replaceAll(LINK, (link, address: string, label: string) => {
    const cid = cidsByLink.get(address);
    return cid === undefined ? link : `<img src="cid:${escapeHtml(cid)}" alt="${label}">`;
  });
  return `<!DOCTYPE html>\n<html><head><meta charset="utf-8"></head><body>\n${body}\n</body></html>\n`;
}
