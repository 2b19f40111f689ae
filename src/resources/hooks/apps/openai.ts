import type { IntegrationApp } from './app.ts';

export const OPENAI: IntegrationApp = {
  id: 'openai',
  name: 'OpenAI',
  description: 'Rewrites answers, suggests them, and sums up conversations.',
  logo: 'openai.png',
  i18nKey: 'openai',
  action: '/openai',
  provider: null,
  allowsMultipleHooks: false,
  visible: [],
  schema: {
    type: 'object',
    properties: { api_key: { type: 'string', minLength: 1, maxLength: 1000 } },
    required: ['api_key'],
    additionalProperties: false,
  },
  form: [{ label: 'API Key', type: 'text', name: 'api_key', validation: 'required' }],
};
