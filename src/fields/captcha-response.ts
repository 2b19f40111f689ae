import { text } from '../fields.ts';

const LENGTH = 10_000;

/** The token that hCaptcha gave the browser after a passed check. */
export const captchaResponse = () => text(LENGTH).nullable();
