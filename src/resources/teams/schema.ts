import { array, flag, integer, lowerCasedText, object, text } from '../../fields.ts';

const DESCRIPTION_LENGTH = 20_000;
const MAX_IDS = 500;

const optional = { description: text(DESCRIPTION_LENGTH).nullable(), allow_auto_assign: flag() };

export const createTeamBody = object({ name: lowerCasedText(), ...optional });
export const updateTeamBody = object({ name: lowerCasedText().optional(), ...optional });

export const teamMembersBody = object({
  user_ids: array(integer().required('must be the id of a user'))
    .typeError('must be a list of user ids')
    .max(MAX_IDS, `must have at most ${MAX_IDS} ids`)
    .required('is missing: a list of user ids'),
});
