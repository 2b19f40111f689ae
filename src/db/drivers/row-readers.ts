import { LRUCache } from 'lru-cache';
import type { CustomTypesConfig, FieldDef } from 'pg';

/** Makes a row's object of its values, which come as text. */
export type RowReader = (values: (string | null)[]) => unknown;

/** The columns of a result, as PostgreSQL describes them. */
export type Columns = Pick<FieldDef, 'name' | 'dataTypeID'>[];

const REMEMBERED = 1000;
const TEXT = 25;

/** The readers of results, one for all results with the same columns. */
export class RowReaders {
  readonly #types: CustomTypesConfig;
  readonly #readers = new LRUCache<string, RowReader>({ max: REMEMBERED });

  /** `types` parses the values. */
  constructor(types: CustomTypesConfig) {
    this.#types = types;
  }

  of(columns: Columns): RowReader {
    const key = columns.map(({ name, dataTypeID }) => `${dataTypeID} ${name}`).join('\n');
    let reader = this.#readers.get(key);
    if (!reader) {
      reader = this.#make(columns);
      this.#readers.set(key, reader);
    }
    return reader;
  }

  /** The code is generated for the columns, because a loop over them takes several times as long. */
  #make(columns: Columns): RowReader {
    const parsers = columns.map(({ dataTypeID }) => this.#types.getTypeParser(dataTypeID, 'text'));
    const asIs = this.#types.getTypeParser(TEXT, 'text');
    const fields = columns.map(({ name }, index) => {
      const value = `values[${index}]`;
      const parsed = parsers[index] === asIs ? value : `${value} === null ? null : parsers[${index}](${value})`;
      return `${JSON.stringify(name)}: ${parsed}`;
    });
    // oxlint-disable-next-line no-implied-eval, no-new-func
    return new Function('parsers', `return (values) => ({ ${fields.join(', ')} })`)(parsers) as RowReader;
  }
}
