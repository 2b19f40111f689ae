import { createHash } from 'node:crypto';
import Handlebars from 'handlebars';
import { assetText } from '../../assets.ts';

/** What the page shows: a form with what is wrong with the last try (null = nothing was tried), or how it ended. */
export type PasswordPage =
  | { form: { token: string; problem: string | null } }
  | { message: { title: string; text: string } };

/** The page on which a password is chosen; it has no script, and reads the same without its style. */
export function passwordPage(page: PasswordPage): string {
  const { template, style } = assets();
  return template({ form: null, message: null, ...page, style });
}

/** What the page may do: be styled by its own style, and be sent to this server. */
export function passwordPagePolicy(): string {
  const digest = createHash('sha256').update(assets().style).digest('base64');
  return [
    "default-src 'none'",
    `style-src 'sha256-${digest}'`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

type Assets = { template: (data: object) => string; style: string };
let loaded: Assets | null = null;

function assets(): Assets {
  return (loaded ??= {
    template: Handlebars.compile(assetText('templates/password/page.html'), { strict: true }),
    style: assetText('templates/password/page.css'),
  });
}
