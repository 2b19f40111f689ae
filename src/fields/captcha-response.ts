import { text } from '../fields.ts';

const LENGTH = 10_000;

/** What hCaptcha gave the browser when a person passed its check. */
export const captchaResponse = () => text(LENGTH).nullable();
