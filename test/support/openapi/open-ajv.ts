import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

/**
 * Ajv for the schemas of the document. It compiles quickly rather than well, because each process compiles hundreds of
 * schemas and uses most of them a few times. It does not check the schemas, as document.once.test.ts does.
 */
export function openAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateSchema: false,
    inlineRefs: false,
    code: { optimize: false },
  });
  (formats as unknown as (to: Ajv2020) => void)(ajv);
  return ajv;
}
