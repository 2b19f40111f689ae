import { inZone } from '../../filters/zone.ts';
import { empty } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { EXPORT_COLUMNS, exportBody } from './export/export-schema.ts';
import { checkHeader, importFile } from './import/import-file.ts';
import { requestExport } from './export/request-export.ts';
import { requestImport } from './import/request-import.ts';

export const contactCsv = routes('/contacts');

contactCsv.post(
  '/import',
  {
    permission: 'contact:import',
    summary: 'Import contacts',
    description:
      'A CSV file whose first row names its columns, as `import_file` of a multipart form. It is read in the background.',
    files: ['import_file'],
    async chooseFiles(files) {
      const file = importFile(files);
      await checkHeader(file.path);
      return [file];
    },
    answer: empty,
  },
  ({ tx, account, caller, files, now }) =>
    requestImport(tx, account.id, { file: importFile(files), userId: caller.id }, now),
);

const DEFAULT_COLUMNS = EXPORT_COLUMNS.filter((column) =>
  ['id', 'name', 'email', 'phone_number', 'labels'].includes(column),
);

contactCsv.post(
  '/export',
  {
    permission: 'contact:export',
    summary: 'Export contacts',
    description: 'A CSV file is made in the background; the caller gets a mail when it is there.',
    body: exportBody,
    example: { column_names: ['id', 'name', 'email'], label: 'vip' },
    answer: empty,
  },
  async ({ tx, account, caller, body, now }) => {
    const input = {
      columns: body.column_names?.length ? body.column_names : DEFAULT_COLUMNS,
      conditions: inZone(body.payload ?? [], body.timezone),
      label: body.label || null,
      userId: caller.id,
    };
    await requestExport(tx, account.id, input, now);
  },
);
