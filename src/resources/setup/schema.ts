import { email, object, password, requiredText } from '../../fields.ts';

export const setUpBody = object({
  token: requiredText().meta({ description: 'From the address that `parley serve` prints where there is no account' }),
  name: requiredText().meta({ description: 'Of the first administrator' }),
  email: email().required("can't be blank"),
  password: password().required("can't be blank"),
  company: requiredText().meta({ description: 'What the account is called' }),
});
