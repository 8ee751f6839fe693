import { expect, test } from 'vitest';
import { stripRouteTexts } from '../../publish/strip-route-texts.ts';

test('the web app gets the routes without the texts of their document', () => {
  const source = `import { z } from 'zod';
export const routes = {
  // Names that a route shares with its answer are kept there.
  get: {
    method: 'GET',
    summary: 'Get “it”, or nothing: {}.',
    operationId: 'getIt',
    gives: \`All of it.\`,
    answer: z.object({ summary: z.string(), gives: z.array(z.string()) }),
    problems: ['not_found', 'conflict'],
  },
  nested: { put: { summary: 'Put it.', method: 'PUT', operationId: 'putIt', gives: 'It.' } },
} as const satisfies Record<string, unknown>;
`;
  expect(stripRouteTexts(source).replaceAll(/\s+/g, ' ').trim()).toBe(
    `import { z } from 'zod'; export const routes = { // Names that a route shares with its answer are kept there. get: { method: 'GET', operationId: 'getIt', answer: z.object({ summary: z.string(), gives: z.array(z.string()) }), }, nested: { put: { method: 'PUT', operationId: 'putIt', } }, } as const satisfies Record<string, unknown>;`,
  );
});
