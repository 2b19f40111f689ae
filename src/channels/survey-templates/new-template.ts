/** A template to be made: a text, and a button that opens the survey of a conversation. */
export type NewTemplate = {
  name: string;
  message: string;
  buttonText: string;
  /** A code of WhatsApp, such as `en` or `pt_BR`. */
  language: string;
  /** The address of the survey, with `{{1}}` in the place of the conversation's uuid. */
  url: string;
};

/** A uuid for the examples that providers ask for. */
export const EXAMPLE = '018f6f0a-3c1e-4c53-9a6b-2f0d7a1c9e55';
