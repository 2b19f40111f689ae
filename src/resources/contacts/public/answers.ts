import { publicContactBlockShape } from '../../../wire/public-blocks.ts';
import { named, propertiesOf, text } from '../../../wire/shape.ts';

/** `source_id` names the contact in paths, and is their secret; `pubsub_token` is for subscriptions at /cable. */
export const publicContactShape = named('PublicContact', {
  source_id: text,
  pubsub_token: text,
  ...propertiesOf(publicContactBlockShape),
});
