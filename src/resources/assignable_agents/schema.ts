import { array, integer, object } from '../../fields.ts';

const MAX_INBOXES = 100;

export const assignableAgentsQuery = object({
  inbox_ids: array(integer().required("can't be blank"))
    .transform((_, given: unknown) => (given === undefined ? given : [given].flat()))
    .required("can't be blank: inbox_ids[]=1")
    .min(1, "can't be blank: inbox_ids[]=1")
    .max(MAX_INBOXES, `may have ${MAX_INBOXES} ids`),
});
