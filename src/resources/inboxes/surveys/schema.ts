import { object, requiredText, text } from '../../../fields.ts';

/** What Meta takes as the text, and on a button. */
const MESSAGE_LENGTH = 1024;
const BUTTON_LENGTH = 25;
const LANGUAGE = /^[a-z]{2,3}(_[A-Za-z]{2,4})?$/;
const MISSING = 'Template parameters are required';

/** A template to be made for surveys. */
export const templateBody = object({
  template: object({
    message: requiredText(MESSAGE_LENGTH)
      .matches(/^(?!.*\{\{)/s, { message: 'must have no places for values, such as {{1}}', excludeEmptyString: true })
      .meta({ missing: 'Message is required' }),
    button_text: text(BUTTON_LENGTH).min(1, "can't be blank").meta({ description: 'Please rate us, unless given' }),
    language: text()
      .matches(LANGUAGE, 'must be a language of WhatsApp, such as en or pt_BR')
      .meta({ description: 'en, unless given' }),
  })
    .typeError('must be an object with a message')
    .default(undefined)
    .required('is missing: an object with a message')
    .meta({ missing: MISSING }),
});
