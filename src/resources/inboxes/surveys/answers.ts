import { flag, named, shape, text } from '../../../wire/shape.ts';

/** The template for surveys as its provider has it: at the Cloud API with the first names, at Twilio with the last. */
export const surveyTemplateShape = named(
  'SurveyTemplate',
  { template_exists: flag },
  {
    error: text,
    template_name: text,
    template_id: text,
    status: text,
    friendly_name: text,
    content_sid: text,
    language: text,
  },
);

const cloudTemplate = { name: text, template_id: text };
const twilioTemplate = { friendly_name: text, content_sid: text };

/** A template that was submitted for approval. */
export const submittedTemplateShape = named('SubmittedSurveyTemplate', {
  template: shape({ status: text, language: text }, { ...cloudTemplate, ...twilioTemplate }),
});
