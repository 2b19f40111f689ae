import { flag, lowerCasedText, object, requiredText, text } from '../../fields.ts';

const DESCRIPTION_LENGTH = 20_000;
const TITLE = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]+$/u;
const COLOR = /^#[0-9a-f]{6}$/i;

const RULE = 'at least two letters, digits, "-" or "_", and begin with a letter or digit';

/** The title of a label, in lower case. */
export const labelTitle = () =>
  lowerCasedText()
    .matches(TITLE, { message: `must be ${RULE}`, excludeEmptyString: true })
    .meta({ description: `Must be ${RULE}; of any script`, examples: ['vip', 'refund-2'] });

const optional = {
  description: text(DESCRIPTION_LENGTH).nullable(),
  color: requiredText()
    .matches(COLOR, { message: 'must be a colour such as #1f93ff', excludeEmptyString: true })
    .optional(),
  show_on_sidebar: flag(),
};

export const createLabelBody = object({ title: labelTitle(), ...optional });
export const updateLabelBody = object({ title: labelTitle().optional(), ...optional });
