import type { DashboardFrame } from '../../entities/dashboard-app.ts';
import { array, object, oneOf, requiredText } from '../../fields.ts';

const URL_LENGTH = 2048;
/** The most frames of one app. */
const MAX_FRAMES = 100;
const INVALID = { error: 'Invalid data' };
const HTTP_URL = /^https?:\/\/[^\s]+$/;

/** A page that the agent's browser opens; it may be in a private network. */
const frame = () =>
  object({
    type: oneOf(['frame'] satisfies DashboardFrame['type'][])
      .required("must be 'frame'")
      .meta(INVALID),
    url: requiredText(URL_LENGTH)
      .test(
        'url',
        'must be an address that starts with http:// or https://',
        (value: string | undefined) => value === undefined || (HTTP_URL.test(value) && URL.canParse(value)),
      )
      .meta({
        ...INVALID,
        jsonSchema: { type: 'string', format: 'uri', pattern: '^https?://', maxLength: URL_LENGTH },
      }),
  })
    .required('must be an object: {"type": "frame", "url": "https://..."}')
    .typeError('must be an object: {"type": "frame", "url": "https://..."}')
    .meta(INVALID);

const content = () =>
  array(frame())
    .typeError('must be a list of frames')
    .min(1, 'must have at least one frame')
    .max(MAX_FRAMES, `must have at most ${MAX_FRAMES} frames`)
    .meta(INVALID);

export const createDashboardAppBody = object({
  title: requiredText(),
  content: content().required('is missing: a list of at least one {"type": "frame", "url": "https://..."}'),
});

export const updateDashboardAppBody = object({
  title: requiredText().optional(),
  content: content(),
});
