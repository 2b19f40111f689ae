import { attributes, email, object, password, requiredText, text } from '../../fields.ts';

const fields = {
  display_name: text().nullable(),
  password: password().optional(),
  custom_attributes: attributes(),
};

export const createUserBody = object({
  name: requiredText().optional(),
  email: email().required("can't be blank"),
  ...fields,
});

export const updateUserBody = object({
  name: requiredText().optional(),
  email: email().test('blank', "can't be blank", (value) => value !== null),
  ...fields,
});
