import { answers, takes } from '../../http/describe.ts';
import { allow } from '../../http/permissions.ts';
import { router } from '../../http/state.ts';
import { failure } from '../../shapes.ts';
import { PROVIDERS, startAuthorization } from './start-authorization.ts';

/** /{provider}/authorization */
export const authorizations = router();

for (const provider of PROVIDERS) {
  authorizations.post(
    `/${provider}/authorization`,
    allow('authorization:create'),
    takes({}),
    answers(failure, 422),
    () => startAuthorization(provider),
  );
}
