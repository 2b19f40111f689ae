import { answers, takes } from '../../http/describe.ts';
import { allow } from '../../http/permissions.ts';
import { router } from '../../http/state.ts';
import { pathOf, storeUploads } from '../../http/upload.ts';
import { validate } from '../../http/validate.ts';
import { EXPORT_COLUMNS, exportBody } from './export-schema.ts';
import { checkHeader, importFile } from './import-file.ts';
import { requestExport } from './request-export.ts';
import { requestImport } from './request-import.ts';

/** /contacts/import and /contacts/export */
export const contactFiles = router();

contactFiles.post('/import', allow('contact:import'), takes({ files: ['import_file'] }), answers(null), async (ctx) => {
  const { em, app, account, caller, now } = ctx.state;
  const file = importFile(await storeUploads(ctx, 'import_file'));
  await checkHeader(pathOf(app.config.data_dir, file.key));
  await requestImport(em, account.id, { file, userId: caller.id }, now);
  ctx.body = '';
});

contactFiles.post('/export', allow('contact:export'), takes({ body: exportBody }), answers(null), async (ctx) => {
  const { em, account, caller, now } = ctx.state;
  const body = validate(exportBody, ctx);
  const input = {
    columns: body.column_names?.length ? body.column_names : DEFAULT_COLUMNS,
    conditions: body.payload ?? [],
    label: body.label || null,
    userId: caller.id,
  };
  await requestExport(em, account.id, input, now);
  ctx.body = '';
});

const DEFAULT_COLUMNS = EXPORT_COLUMNS.filter((column) =>
  ['id', 'name', 'email', 'phone_number', 'labels'].includes(column),
);
