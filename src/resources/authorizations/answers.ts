import { integer, named, oneOf, text } from '../../wire/shape.ts';

/** Where the browser goes next: the provider's page. */
export const startedShape = named('StartedAuthorization', { success: oneOf([true]), url: text });

/** The inbox of a WhatsApp number; `message` is a remark, if there is one. */
export const connectedNumberShape = named(
  'ConnectedNumber',
  { success: oneOf([true]), id: integer, name: text, channel_type: oneOf(['whatsapp']) },
  { message: text },
);
