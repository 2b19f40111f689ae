import { iso, oneOf, propertiesOf, shape, text } from '../../wire/shape.ts';
import { profileShape } from '../profile/answers.ts';

export const signedInShape = shape({ data: profileShape });

/** A code is needed as well, which goes with the token. */
export const codeNeededShape = shape({ mfa_required: oneOf([true]), mfa_token: text });

export const validTokenShape = shape({
  success: oneOf([true]),
  payload: shape({
    success: oneOf([true]),
    data: shape({ ...propertiesOf(profileShape), created_at: iso }),
  }),
});

export const signedOutShape = shape({ success: oneOf([true]) });

export const passwordRequestedShape = shape({ message: text });
