import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkFrame, readFrames } from '../support/cable/check-frame.ts';
import { sentence, validatorOf, whole } from '../support/openapi/check-answer.ts';

const { sends, takes } = readFrames();
const README = readFileSync(join(import.meta.dirname, '../../src/cable/README.md'), 'utf8');

/** Whether the shape, or one in it, is an object that lists keys and lets others be without saying so. */
function isOpen(shape: unknown): boolean {
  if (typeof shape !== 'object' || shape === null) return false;
  const { properties, additionalProperties } = shape as { properties?: object; additionalProperties?: unknown };
  return (properties !== undefined && additionalProperties === undefined) || Object.values(shape).some(isOpen);
}

const exampleOf = (name: string, ending = '') =>
  sends.find((frame) => frame.name === name && frame.schema.$ref.endsWith(ending))!.example as {
    identifier: string;
    message: { event: string; data: object };
  };

describe('the frames of the socket', () => {
  it('are in the document, with every event that its README names', () => {
    const named = [...README.matchAll(/^\| (`[a-z_.]+`(?:, `[a-z_.]+`)*) \|/gm)].flatMap(([, names = '']) =>
      [...names.matchAll(/`([a-z_.]+)`/g)].map(([, name]) => name),
    );

    expect(named.length).toBeGreaterThan(15);
    const protocol = ['welcome', 'ping', 'confirm_subscription', 'reject_subscription', 'disconnect'];
    expect([...new Set(sends.map(({ name }) => name))].toSorted()).toEqual([...protocol, ...named].toSorted());
    expect(takes.map(({ name }) => name)).toEqual(['subscribe', 'message', 'unsubscribe']);
  });

  it.each([...sends, ...takes].map((frame) => [frame.schema.$ref.split('/').at(-1), frame] as const))(
    'say exactly which keys they have, with a valid example: %s',
    (_, { summary, schema, example }) => {
      const validate = validatorOf(schema);
      validate(example);

      expect((validate.errors ?? []).map(sentence)).toEqual([]);
      expect(isOpen(whole(schema))).toBe(false);
      expect(summary).toMatch(/^[A-Z]/);
    },
  );
});

describe('the check of a frame', () => {
  const ofTeam = exampleOf('message.created', 'MessageCreated');
  const ofContact = exampleOf('message.created', 'ForContact');

  it('takes what the document has', () => {
    for (const { example } of sends) expect(() => checkFrame(example)).not.toThrow();
  });

  it.each([
    ['a type that there is none of', { type: 'hello' }, 'no such frame'],
    ['an event that there is none of', { ...ofTeam, message: { event: 'message.deleted', data: {} } }, 'no such frame'],
    ['another key', { type: 'welcome', version: 1 }, 'not as declared'],
    ['no data', { ...ofTeam, message: { event: 'message.created' } }, 'not as declared'],
    ['what only the team hears, for a contact', { ...ofTeam, identifier: ofContact.identifier }, 'not as declared'],
    [
      'a whole event that only the team hears',
      { ...exampleOf('contact.created'), identifier: ofContact.identifier },
      'no such frame',
    ],
    [
      'a number as text',
      { ...ofTeam, message: { ...ofTeam.message, data: { ...ofTeam.message.data, event_id: '7' } } },
      'not as declared',
    ],
  ])('refuses %s', (_, frame, problem) => {
    expect(() => checkFrame(frame)).toThrow(problem);
  });
});
