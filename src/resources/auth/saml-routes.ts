import { answers, mayAnswer, takes } from '../../http/describe.ts';
import { allow } from '../../http/permissions.ts';
import { router } from '../../http/state.ts';
import { validate } from '../../http/validate.ts';
import { failure } from '../../shapes.ts';
import { samlLoginBody } from './schema.ts';
import { startSamlLogin } from './start-saml-login.ts';

/** /api/v1/auth */
export const saml = router();

saml.post(
  '/saml_login',
  allow('saml_login:create'),
  takes({ body: samlLoginBody }),
  answers(failure, 403),
  mayAnswer(429),
  (ctx) => startSamlLogin(validate(samlLoginBody, ctx).email ?? null),
);
