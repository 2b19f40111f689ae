/** Twilio's code for what WhatsApp did not take any more, and what that means. */
export const TOO_LATE_CODE = '63016';
export const TOO_LATE = 'the contact has not written in the last 24 hours: only a message template can be sent';
