import { email, object, requiredText } from '../../fields.ts';

export const signInBody = object({
  email: email().required("can't be blank"),
  password: requiredText(),
});

export const samlLoginBody = object({ email: email() });
