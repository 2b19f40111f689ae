import { ok } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { workingHoursShape } from '../../wire/block-shapes.ts';
import { flag, list, named, text } from '../../wire/shape.ts';
import { presentWorkingHours } from './presenter.ts';

const publicInboxShape = named('PublicInbox', {
  identifier: text,
  identity_validation_enabled: flag,
  name: text,
  timezone: text,
  working_hours: list(workingHoursShape),
  working_hours_enabled: flag,
  csat_survey_enabled: flag,
  greeting_enabled: flag,
});

/** An API inbox for its contacts. */
export const publicInbox = routes('');

publicInbox.get(
  '/',
  {
    permission: 'public_inbox:read',
    summary: 'Show an API inbox to its contacts',
    answer: ok(publicInboxShape),
  },
  ({ ctx }) => {
    const { inbox } = ctx.state.entered;
    return {
      identifier: inbox.identifier,
      identity_validation_enabled: inbox.needsHmac,
      name: inbox.name,
      timezone: inbox.timezone,
      working_hours: inbox.workingHours.map(presentWorkingHours),
      working_hours_enabled: inbox.workingHoursEnabled,
      csat_survey_enabled: inbox.csatSurveyEnabled,
      greeting_enabled: inbox.greetingEnabled,
    };
  },
);
