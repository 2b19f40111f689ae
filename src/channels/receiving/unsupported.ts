import type { Attributes } from '../../entities/columns.ts';

/** Characters of the provider's name for a kind that are shown. */
const KIND_LENGTH = 60;

/** The text that people read in place of a message, and the attributes that programs read. */
type Shown = { content: string; contentAttributes: Attributes };

/**
 * Stands for a message of a kind that is not read here, so that no message is ever empty or lost: a short text with the
 * provider's own name for the kind ('' = it gives none), and the attributes `is_unsupported`, as Chatwoot has it, and
 * `unsupported_kind`.
 */
export function showUnsupported(kind: string): Shown {
  const name = kind.slice(0, KIND_LENGTH).toWellFormed();
  const words = name.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();
  return {
    content: `A message that cannot be shown here${words === '' ? '' : `: ${words}`}`,
    contentAttributes: { is_unsupported: true, ...(name !== '' && { unsupported_kind: name }) },
  };
}
