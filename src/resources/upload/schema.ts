import { object, text } from '../../fields.ts';

const URL_LENGTH = 2048;

export const uploadBody = object({
  external_url: text(URL_LENGTH)
    .nullable()
    .meta({ description: 'Where to fetch a picture or a video, if no file is sent' }),
});
