import { teamBlockShape } from '../../events/team-block.ts';
import { named, propertiesOf } from '../../shapes.ts';

export const teamShape = named('Team', propertiesOf(teamBlockShape));
