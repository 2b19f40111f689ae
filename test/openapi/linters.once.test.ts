import { describe, expect, it } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { readDocument } from '../support/openapi/check-answer.ts';

describe('the document', () => {
  it("has no errors by Redocly's recommended rules", async () => {
    const source = JSON.stringify(readDocument('spec'));
    const config = await createConfig({ extends: ['recommended'] });

    const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });

    expect(problems.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([]);
    // Redirects and sockets, requests that cannot be wrong, paths that a fixed word tells apart, and frames of the socket.
    const known = ['operation-2xx-response', 'operation-4xx-response', 'no-ambiguous-paths', 'no-unused-components'];
    expect(new Set(problems.map(({ ruleId }) => ruleId))).toEqual(new Set(known));
  });

  it("has no errors by Spectral's recommended rules", async () => {
    const linter = new spectral.Spectral();
    linter.setRuleset({
      extends: [[rulesets.oas, 'recommended']],
      // Takes long, and document.once.test.ts tries every example.
      rules: { 'oas3-valid-media-example': false },
    } as never);

    const problems = await linter.run(readDocument('spec') as never);

    // A server cannot name somebody to ask, and the socket has no answer of success.
    expect(problems.map(({ code, path }) => `${String(code)} ${path.slice(0, 3).join(' ')}`)).toEqual([
      'info-contact info',
      'operation-success-response paths /cable get',
    ]);
  });
});
