import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CsvRow } from '../../../src/resources/contacts/import/csv-file.ts';
import { importContacts } from '../../../src/resources/contacts/import/import-contacts.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount } from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

describe('an import of contacts', () => {
  it('reads no further rows while the process is left to others, though all rows are refused', async () => {
    const { id, name } = await givenAccount(test);
    const order: string[] = [];
    async function* rows(): AsyncGenerator<CsvRow> {
      for (let number = 2; number < 1002; number += 1) {
        if (number % 500 === 2) order.push(`row ${number} is read`);
        yield { number, cells: ['Carla', 'none'] };
      }
    }

    await importContacts(test.app.tx(), { id, name }, rows(), {
      header: { delimiter: ',', columns: ['name', 'email'] },
      labels: [],
      keep: true,
      now: () => new Date(),
      onRejected: async () => {},
      async onProgress({ failed }) {
        await new Promise<void>((resolve) => void setImmediate(resolve));
        order.push(`${failed} are refused`);
      },
    });

    expect(order).toEqual(['row 2 is read', '500 are refused', 'row 502 is read', '1000 are refused']);
  });
});
