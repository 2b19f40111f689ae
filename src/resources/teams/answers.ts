import { teamBlockShape } from '../../wire/team-block.ts';
import { named, propertiesOf } from '../../wire/shape.ts';

export const teamShape = named('Team', propertiesOf(teamBlockShape));
