import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import { isCreated } from '../../support/openapi/dialect.ts';

let test: TestApp;
let account: TestAccount;
beforeAll(async () => {
  test = await givenApp();
  account = await givenAccount(test);
});
afterAll(() => test.stop());

const URLENCODED = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };

/** The contact that is made of a urlencoded form. */
async function contactOf(form: string) {
  const { status, body, text } = await account.call('POST', '/contacts', form, URLENCODED);
  if (!isCreated(status)) throw new Error(`cannot make a contact: ${text}`);
  return body;
}

describe('a field of a urlencoded form', () => {
  it.each([
    ['with a space', 'name=Carla+Contact', 'Carla Contact'],
    ['encoded', 'n%61me=%C3%84%26%3D%2B', 'Ä&=+'],
    ['with an equals sign', 'name=a=b', 'a=b'],
    ['with an encoding that is none', 'name=100%+%ff', '100% %ff'],
    ['in UTF-8 as it is', 'name=Ä€', 'Ä€'],
    ['beside empty ones', '&&name=Carla&&', 'Carla'],
    ['beside names that all objects have', '__proto__=x&constructor=y&toString=z&name=Carla', 'Carla'],
  ])('is read %s', async (_, form, name) => {
    expect((await contactOf(form)).name).toBe(name);
  });

  it.each([
    ['in brackets', 'name=C&custom_attributes[a]=1&custom_attributes[b][]=2&custom_attributes[b][]=3'],
    [
      'in encoded brackets',
      'name=C&custom_attributes%5Ba%5D=1&custom_attributes%5Bb%5D%5B%5D=2&custom_attributes[b][]=3',
    ],
    ['by dots', 'name=C&custom_attributes.a=1&custom_attributes.b=2&custom_attributes.b=3'],
    ['by places', 'name=C&custom_attributes[a]=1&custom_attributes[b][0]=2&custom_attributes[b][1]=3'],
  ])('is nested by its name: %s', async (_, form) => {
    expect((await contactOf(form)).custom_attributes).toEqual({ a: '1', b: ['2', '3'] });
  });

  it('is a list of up to 1,000 values', async () => {
    const fields = Array.from({ length: 999 }, (_, index) => `custom_attributes[a]=${index}`);

    const { custom_attributes: attributes } = await contactOf(['name=C', ...fields].join('&'));
    const more = await account.call('POST', '/contacts', ['name=C', 'x=1', ...fields].join('&'), URLENCODED);

    expect(attributes.a).toEqual(Array.from({ length: 999 }, (_, index) => String(index)));
    expect([more.status, more.body.message]).toEqual([413, 'a form may have 1000 fields']);
  });
});

describe('a field of a form in parts', () => {
  it('may have a name that all objects have', async () => {
    const form = new FormData();
    for (const name of ['__proto__', 'constructor', 'hasOwnProperty']) form.append(name, 'x');
    form.append('name', 'Carla');
    form.append('__proto__[name]', 'Proto');

    const { status, body } = await account.call('POST', '/contacts', form);

    expect([isCreated(status), body.name]).toEqual([true, 'Carla']);
  });
});
