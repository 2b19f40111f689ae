/** Twilio's codes for what WhatsApp does not deliver, in words, since its callbacks have no text for them. */
const WORDS: Readonly<Record<string, string>> = {
  63016: 'the contact has not written in the last 24 hours: only a message template can be sent',
  63024: 'the number cannot receive messages of WhatsApp',
  63049: 'Meta has chosen not to deliver this marketing message to the contact',
};

/** The code in words; null = Twilio tells a text with it. */
export const wordsOf = (code: string): string | null => WORDS[code] ?? null;
