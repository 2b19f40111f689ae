import { iso, oneOf, propertiesOf, shape, text } from '../../wire/shape.ts';
import { profileShape } from '../profile/answers.ts';

export const signedInShape = shape({ data: profileShape });

export const validTokenShape = shape({
  success: oneOf([true]),
  payload: shape({
    success: oneOf([true]),
    data: shape({ ...propertiesOf(profileShape), created_at: iso }),
  }),
});

export const signedOutShape = shape({ success: oneOf([true]) });

export const passwordRequestedShape = shape({ message: text });
