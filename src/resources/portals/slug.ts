import { text } from '../../fields.ts';

const LENGTH = 150;
const SLUG = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]*$/u;
const OTHERS = /[^\p{L}\p{M}\p{N}_]+/gu;

/** The name of a category or an article in addresses, as it is stored and looked up. */
export const slugIn = (given: string) => given.trim().toLowerCase().normalize('NFC');

/** Such a name; blank = made of what it names. */
export const slug = () =>
  text(LENGTH)
    .transform((_, given: unknown) => (typeof given === 'string' ? slugIn(given) : given))
    .strict(false)
    .matches(SLUG, {
      message: 'must be of letters, digits, "-" and "_", and begin with a letter or digit',
      excludeEmptyString: true,
    })
    .meta({
      description: 'Its name in addresses: letters of any script, digits, "-" and "_", with a letter or digit first',
      examples: ['orders', 'how-to-pay'],
    });

/** A name in addresses made of the title: "How to pay?" becomes how-to-pay. Empty where the title has neither letters nor digits. */
export function slugOf(title: string): string {
  const words = slugIn(title)
    .replaceAll(OTHERS, '-')
    .slice(0, LENGTH / 2);
  return words.replaceAll(/^[-_\p{M}]+|-+$/gu, '').toWellFormed();
}
