import { describe, expect, it } from '@jest/globals';
import { array } from 'yup';
import { attributes, needs, object, oneOf, requiredText, text } from '../../src/fields.ts';
import { filesIn, formExample, formSchema } from '../../src/http/openapi/form-schema.ts';
import { inputSchema } from '../../src/http/openapi/input-schema.ts';

const body = inputSchema(
  object({
    title: requiredText(),
    labels: array(text()),
    plan: attributes(),
    channel: object({ type: oneOf(['api']).required() }),
    frames: array(object({ url: requiredText() })),
    picture: text(),
  }),
);
const { title, labels, plan } = body['properties'] as Record<string, object>;

describe('a form', () => {
  it('writes lists with brackets, what is in objects with names in them, and free keys as JSON', () => {
    expect(formSchema(body, ['picture'])).toEqual({
      type: 'object',
      properties: {
        title,
        'labels[]': labels,
        plan,
        'channel[type]': { enum: ['api'] },
        picture: { type: 'string', format: 'binary' },
      },
      patternProperties: { [String.raw`^frames\[\d+\]\[url\]$`]: title },
      required: ['title', 'channel[type]'],
    });
  });

  it('has one file or several in a field, by its name', () => {
    const file = { type: 'string', format: 'binary' };
    const schema = formSchema(body, ['picture', 'message[attachments][]']);

    expect(filesIn(schema)).toEqual({
      type: 'object',
      properties: { picture: file, 'message[attachments][]': { type: 'array', items: file } },
    });
  });

  it('writes an example as it writes the fields', () => {
    const example = {
      title: 'Shop',
      labels: ['vip'],
      plan: { name: 'gold' },
      channel: { type: 'api' },
      frames: [{ url: 'https://a.example.com' }, { url: 'https://b.example.com' }],
    };

    expect(formExample(body, example)).toEqual({
      title: 'Shop',
      'labels[]': ['vip'],
      plan: { name: 'gold' },
      'channel[type]': 'api',
      'frames[0][url]': 'https://a.example.com',
      'frames[1][url]': 'https://b.example.com',
    });
    expect(formExample(body, { title: 'Shop', labels: ['vip'], channel: null }, 'app')).toEqual({
      'app[title]': 'Shop',
      'app[labels][]': ['vip'],
      'app[channel]': null,
    });
  });
});

describe('what a body needs', () => {
  const fields = object({ name: text().nullable(), email: text().nullable() });

  it('is required, and neither null nor blank', () => {
    expect(inputSchema(fields.meta(needs({ fields: ['name'] })))).toEqual({
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 255 },
        email: { type: ['string', 'null'], maxLength: 255 },
      },
      required: ['name'],
    });
  });

  it('may be null where that says something', () => {
    expect(inputSchema(fields.meta(needs({ fields: ['name'], takesNull: true })))).toMatchObject({
      properties: { name: { type: ['string', 'null'] } },
      required: ['name'],
    });
  });

  it('may be one thing or another, in a form as well', () => {
    const schema = inputSchema(fields.meta(needs({ fields: ['name'] }, { fields: ['email'], description: 'Or this' })));

    expect(schema['anyOf']).toEqual([{ required: ['name'] }, { required: ['email'], description: 'Or this' }]);
    expect(formSchema(schema)['anyOf']).toEqual(schema['anyOf']);
  });
});
