import { describe, expect, it } from '@jest/globals';
import { JsonAnswer, JsonArray, JsonText } from '../../../src/db/kept/json-text.ts';
import { noted } from '../../../src/db/kept/noted.ts';
import { isWithin, NotedTime } from '../../../src/time.ts';

describe('the text of an answer', () => {
  it.each([
    [{ a: 1, b: [true, null, 'ä "quoted"'] }],
    [{ payload: [{ id: 1 }, { id: 2 }], meta: { count: 2 } }],
    [{ payload: [], missing: undefined }],
    [{ $: '$& $1', deep: { er: [{ in: '\\' }] } }],
  ])('is that of JSON.stringify: %j', (value) => {
    expect(new JsonAnswer(value).text).toBe(JSON.stringify(value));
  });

  it('has kept texts as they are', () => {
    const kept = [{ id: 1, text: '$& "quoted" \\ \u2028 ä' }, { id: 2 }];
    const value = { first: kept[0], payload: kept, meta: { count: 2 } };
    const withTexts = {
      first: new JsonText(JSON.stringify(kept[0])),
      payload: kept.map((one) => new JsonText(JSON.stringify(one))),
    };

    const answer = new JsonAnswer({ ...value, ...withTexts });

    expect(answer.text).toBe(JSON.stringify(value));
    expect(answer.bytes).toBe(Buffer.byteLength(answer.text));
  });

  it('is the same when JSON.stringify writes it', () => {
    const value = { payload: [{ id: 1 }] };

    expect(JSON.stringify({ payload: [new JsonText('{"id":1}')] })).toBe(JSON.stringify(value));
    expect(JSON.stringify(new JsonAnswer({ payload: [new JsonText('{"id":1}')] }))).toBe(JSON.stringify(value));
  });

  it('has texts in an array, which may be sent as bytes that are there already', () => {
    const kept = [{ id: 1, text: 'ä "quoted"' }, { id: 2 }];
    const array = new JsonArray(kept.map((one) => new JsonText(JSON.stringify(one))));
    const answer = new JsonAnswer({ payload: array, first: array.elements[0] });
    const text = JSON.stringify({ payload: kept, first: kept[0] });
    const whole = answer.pieces;
    array.utf8 = Buffer.from(array.text);

    expect([whole, answer.text]).toEqual([[text], text]);
    expect(answer.pieces).toContain(array.utf8);
    expect(Buffer.concat(answer.pieces.map((piece) => Buffer.from(piece))).toString()).toBe(text);
    expect(answer.bytes).toBe(Buffer.byteLength(text));
  });

  it('has another digest where any part is another', () => {
    const one = new JsonText('{"id":1}');
    const two = new JsonText('{"id":2}');
    const values = [
      { a: new JsonArray([one, two]), b: 1 },
      { a: new JsonArray([two, one]), b: 1 },
      { a: new JsonArray([]), b: 1 },
      { a: one, b: 1 },
      { a: two, b: 1 },
      { a: one, b: 2 },
      { a: one, b: two },
      { a: two, b: one },
      {},
    ];
    const digests = values.map((value) => new JsonAnswer(value).digest);

    expect(new Set(digests).size).toBe(values.length);
    expect(values.map((value) => new JsonAnswer(value).digest)).toEqual(digests);
  });
});

describe('a noted time', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

  it('answers as any other, and notes how long the answers hold', () => {
    const time = new NotedTime(now);
    const windows = [5, 10, 20, 30].map((minutes) => isWithin(minutesAgo(minutes), 15 * 60_000, time));

    expect(windows).toEqual([true, true, false, false]);
    expect([time.from, time.until]).toEqual([minutesAgo(5).getTime(), now.getTime() + 5 * 60_000]);
  });

  it('holds forever when nothing is asked', () => {
    const { from, until } = new NotedTime(now);

    expect([from, until]).toEqual([-Infinity, Infinity]);
  });

  it.each<[string, (time: Date) => unknown]>([
    ['getTime', (time) => time.getTime()],
    ['a comparison', (time) => time > new Date(0)],
    ['text', (time) => `${time}`],
    ['JSON', (time) => JSON.stringify(time)],
    ['hours', (time) => time.getUTCHours()],
  ])('holds never once its value is used: %s', (_, use) => {
    const time = new NotedTime(now);

    expect(use(time)).toEqual(use(now));
    expect(time.until).toBe(-Infinity);
  });
});

describe('a noted object', () => {
  it('says whether it has been looked at', () => {
    const unread = noted({ id: 1 });
    const read = noted({ id: 1 });
    const spread = noted({ id: 1 });

    expect([read.object.id, { ...spread.object }]).toEqual([1, { id: 1 }]);
    expect([unread, read, spread].map(({ isRead }) => isRead())).toEqual([false, true, true]);
  });
});
