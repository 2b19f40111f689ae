import { json } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { failure } from '../../wire/shape.ts';
import { PROVIDERS, startAuthorization } from './start-authorization.ts';

export const authorizations = routes('');

for (const provider of PROVIDERS) {
  authorizations.post(
    `/${provider}/authorization`,
    {
      permission: 'authorization:create',
      summary: `Connect the account to ${provider}`,
      description: 'Always refused so far: no application can be registered at a provider.',
      answer: json(422, failure),
    },
    () => startAuthorization(provider),
  );
}
