import { named, oneOf, text } from '../../wire/shape.ts';

/** Where the browser goes next: the provider's page. */
export const startedShape = named('StartedAuthorization', { success: oneOf([true]), url: text });
