import { ok } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { widgetShape } from './answers.ts';
import { widgetActions } from './action-routes.ts';
import { widgetContacts } from './contact-routes.ts';
import { widgetConversations } from './conversation-routes.ts';
import { widgetEvents } from './event-routes.ts';
import { widgetIntegrations } from './integration-routes.ts';
import { widgetLabels } from './label-routes.ts';
import { widgetMessages } from './message-routes.ts';
import { widgetTeam } from './team-routes.ts';
import { widgetUploads } from './upload-routes.ts';
import { showWidget } from './config/show-widget.ts';

/** The routes of the widget on a website, for its visitors. */
export const widget = routes('');

widget.post(
  '/config',
  {
    permission: 'widget:read',
    summary: 'Show the settings of a website inbox to its widget',
    description:
      'Makes no contact. A visitor whose token is good is shown to themselves, and gets one with a new term.',
    isNotRepeated: true,
    answer: ok(widgetShape),
  },
  ({ tx, app, ctx, now }) => showWidget(tx, ctx.state.widget, app.config.server.max_file_bytes, now),
);

widget.include(
  widgetContacts,
  widgetConversations,
  widgetActions,
  widgetLabels,
  widgetMessages,
  widgetEvents,
  widgetTeam,
  widgetUploads,
  widgetIntegrations,
);
