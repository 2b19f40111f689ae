import { assetText } from '../../assets.ts';
import type { Dialect } from '../../dialect.ts';
import { guideIn } from '../openapi/guide.ts';

/** The guides, in the order in which they are listed. */
export const GUIDES = [
  'who-answers',
  'operating',
  'commands',
  'channels',
  'signing-in',
  'requests',
  'webhooks',
  'chatwoot',
  'backup',
] as const;

/** The file of a guide, from the project's root. */
export const fileOf = (name: string): string => `config/${name === 'operating' ? 'README' : name}.md`;

/** A guide in Markdown, as /docs/NAME shows it. */
export type Guide = { name: string; title: string; href: string; markdown: string };

/** The guides, the one to requests with the dialect of this server. */
export function readGuides(dialect: Dialect): Guide[] {
  return GUIDES.map((name) => {
    const text = assetText(fileOf(name));
    const title = /^# (.+)$/m.exec(text)?.[1] ?? name;
    const markdown = name === 'requests' ? `# ${title}\n\n${guideIn(dialect)}` : text;
    return { name, title, href: `/docs/${name}`, markdown };
  });
}
