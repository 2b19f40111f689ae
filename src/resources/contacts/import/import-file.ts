import { invalidField } from '../../../errors.ts';
import { type CsvHeader, readHeader } from './csv-file.ts';
import { isKeyColumn, KEY_COLUMNS } from './import-columns.ts';

/** The uploaded file. @throws AppError `invalid` unless there is exactly one */
export function importFile<File>(files: readonly File[]): File {
  const [file, second] = files;
  if (!file) throw invalidField('import_file', "can't be blank: send a CSV file as multipart/form-data");
  if (second) throw invalidField('import_file', 'must be one file');
  return file;
}

/** The header of the CSV file at `path`. @throws AppError `invalid` unless it names one of `KEY_COLUMNS` */
export async function checkHeader(path: string): Promise<CsvHeader> {
  const header = await readHeader(path);
  if (!header.columns.some((column) => isKeyColumn(column))) throw invalidField('import_file', unknownColumns(header));
  return header;
}

/** Cells of the first row that a refusal shows, and characters of each. */
const [SHOWN_CELLS, SHOWN_CHARACTERS] = [5, 40];

function unknownColumns({ columns }: CsvHeader): string {
  const shown = columns.slice(0, SHOWN_CELLS).map((column) => JSON.stringify(column.slice(0, SHOWN_CHARACTERS)));
  const seen = `has the first row ${shown.join(', ')}${columns.length > SHOWN_CELLS ? ', ...' : ''}`;
  const [only = '', ...more] = columns;
  if (more.length === 0 && only.includes('|')) return `${seen}: there must be commas, semicolons or tabs between cells`;
  return `${seen}, which must name the columns, among them at least one of ${KEY_COLUMNS.join(', ')}`;
}
