import type { IntegrationApp } from './app.ts';

export const GOOGLE_TRANSLATE: IntegrationApp = {
  id: 'google_translate',
  name: 'Google Translate',
  description: 'Translates messages.',
  logo: 'google-translate.png',
  i18nKey: 'google_translate',
  action: '/google_translate',
  provider: null,
  allowsMultipleHooks: false,
  visible: ['project_id'],
  schema: {
    type: 'object',
    properties: { project_id: { type: 'string', minLength: 1, maxLength: 255 }, credentials: { type: 'object' } },
    required: ['project_id', 'credentials'],
    additionalProperties: false,
  },
  form: [
    {
      label: 'Google Cloud Project ID',
      type: 'text',
      name: 'project_id',
      validation: 'required',
      validationName: 'Project Id',
    },
    {
      label: 'Google Cloud Project Key File',
      type: 'textarea',
      name: 'credentials',
      validation: 'required|JSON',
      validationName: 'Credentials',
    },
  ],
};
