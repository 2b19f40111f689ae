import { mixed, object } from 'yup';
import { providerHttp } from '../../channels/provider-http.ts';
import { removeSurveyTemplate as removeAt } from '../../channels/survey-templates/survey-template.ts';
import type { Attributes } from '../../entities/columns.ts';
import { AppError } from '../../errors.ts';
import { integer } from '../../fields.ts';
import { findReceivingInbox } from '../../resources/provider_callbacks/receiving-inbox.ts';
import type { JobHandler } from '../queue/handler.ts';

const payloadOf = object({ inbox_id: integer().required(), template: mixed<Attributes>().required() });

/**
 * Removes a template for surveys, which another one has replaced, at the provider of its inbox. What the provider refuses, such as
 * a template that is gone, is left.
 */
export const removeSurveyTemplate: JobHandler = async (app, payload) => {
  const { inbox_id: id, template } = payloadOf.validateSync(payload);
  const inbox = await findReceivingInbox(app.tx(), id);
  if (!inbox) return;
  const channel = { ...inbox.channel, type: inbox.type };
  try {
    await removeAt(await providerHttp(), app.config.channels, channel, template);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'invalid')) throw error;
    app.log.info({ inbox: id, reason: error.detail ?? error.message }, 'template not removed');
  }
};
