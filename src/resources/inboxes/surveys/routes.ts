import { AppError } from '../../../errors.ts';
import { created, json, ok } from '../../../http/routes/answer.ts';
import { type Asked, routes } from '../../../http/routes/route.ts';
import { attributes, failure } from '../../../wire/shape.ts';
import { inboxOf } from '../inbox-of.ts';
import { notingRefusal } from '../registration/noting-refusal.ts';
import { submittedTemplateShape, surveyTemplateShape } from './answers.ts';
import { checkTakesTemplates, fetchSurveyTemplate, makeSurveyTemplate } from './ask-for-template.ts';
import { keepSurveyTemplate } from './keep-survey-template.ts';
import { presentSubmitted, presentTemplate } from './presenter.ts';
import { templateBody } from './schema.ts';

/** Routes of the templates with which WhatsApp delivers surveys at any time. */
export const surveyTemplates = routes('/inboxes');

surveyTemplates.get(
  '/:id/csat_template',
  {
    permission: 'inbox:read',
    summary: 'Show the survey template of an inbox',
    description:
      "The provider is asked for its status. Inboxes at WhatsApp's Cloud API, and at Twilio with the medium `whatsapp`, have such templates: once they are approved, surveys go out as the template, also after the time for answers.",
    find: whatsappInboxOf,
    answer: ok(surveyTemplateShape),
    mayAnswer: [400, 422, 503],
  },
  async ({ app, tx, account, found: inbox, now }) => {
    const { template } = inbox.csatConfig;
    if (!template) return { template_exists: false };
    const fetched = await notingRefusal(tx, { account, inboxId: inbox.id }, now, () =>
      fetchSurveyTemplate(tx, app.config.channels, inbox, template),
    );
    return presentTemplate(template, fetched);
  },
);

surveyTemplates.post(
  '/:id/csat_template',
  {
    permission: 'inbox:write',
    summary: 'Submit a survey template for approval',
    description:
      'The text has a button that opens the survey of the conversation. `csat_config.template` of the inbox names the template and follows its status; the one before is removed at the provider. Where the provider refuses, `details` has its codes.',
    find: whatsappInboxOf,
    body: templateBody,
    example: { template: { message: 'How did we do?', button_text: 'Please rate us', language: 'en' } },
    ask: ({ app, tx, account, found: inbox, body, now }) =>
      notingRefusal(tx, { account, inboxId: inbox.id }, now, () =>
        makeSurveyTemplate(tx, app.config.channels, inbox, body.template, now),
      ),
    // The one thing that Chatwoot, too, creates with 201.
    answer: { ...created(submittedTemplateShape), isSameInDialects: true },
    mayAnswer: [400, 503],
  },
  async ({ tx, account, found: inbox, granted: template, now }) => {
    await keepSurveyTemplate(tx, account, inbox.id, template, now);
    return presentSubmitted(template);
  },
);

surveyTemplates.post(
  '/:id/csat_template/analyze',
  {
    permission: 'inbox:read',
    summary: 'Have the text of a survey template judged',
    description:
      'Always refused with 403: this server has no assistant for it. The other answer is for clients of Chatwoot.',
    find: whatsappInboxOf,
    answer: json(403, failure),
    mayAnswer: [ok(attributes), 400],
  },
  () => {
    throw new AppError('access_denied', 'Captain is required for template analysis');
  },
);

/** @throws AppError as `inboxOf` and `checkTakesTemplates` */
async function whatsappInboxOf(asked: Asked & { params: { id: number } }) {
  const inbox = await inboxOf(asked);
  checkTakesTemplates(inbox);
  return inbox;
}
