import { assetText } from '../../assets.ts';
import type { Dialect } from '../../dialect.ts';

/** How the API is used, in Markdown without its title: the guide config/requests.md, and the dialect that this server speaks. */
export function guideIn(dialect: Dialect): string {
  const guide = assetText('config/requests.md').replace(/^# .*\n+/, '');
  return `${guide.replaceAll(/\]\(([\w-]+)\.md\)/g, '](/docs/$1)').trim()}

This server speaks the dialect \`${dialect}\`.`;
}
