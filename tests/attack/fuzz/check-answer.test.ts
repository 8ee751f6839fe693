import { describe, expect, test } from 'vitest';
import { AppError } from '#schema/app-error.ts';
import { describeError, type ErrorCode } from '#schema/error-codes.ts';
import { statusOf } from '#server/problem.ts';
import { checkAnswer } from './check-answer.ts';
import type { FuzzRequest } from './fuzz-request.ts';
import type { JsonSchema, Operation } from './read-operations.ts';
import type { FuzzAnswer } from './send-request.ts';

const folder: JsonSchema = {
  type: 'object',
  properties: {
    id: { type: 'integer', exclusiveMinimum: 0 },
    run: { anyOf: [{ $ref: 'run' }, { type: 'null' }] },
  },
  required: ['id'],
};
const problem = { 'application/problem+json': { schema: {} } };
const operation: Operation = {
  id: 'getFolder',
  method: 'GET',
  path: '/api/folders/{id}',
  parameters: [],
  body: null,
  answers: {
    200: { 'application/json': { schema: folder } },
    204: {},
    400: problem,
    500: problem,
    502: problem,
  },
};
const request: FuzzRequest = {
  operation: 'getFolder',
  method: 'GET',
  path: operation.path,
  params: {},
  query: [],
  headers: {},
  body: null,
};

function check(answer: Partial<FuzzAnswer>): string | null {
  const whole = { status: 200, mediaType: 'application/json', text: '{"id":1}', ...answer };
  const resolve = (schema: JsonSchema) => (schema.$ref === undefined ? schema : { type: 'object' });
  return checkAnswer(request, whole, { operation, resolve });
}

function refusal(code: ErrorCode, detail: string): FuzzAnswer {
  const { retry } = new AppError(code, detail);
  const { summary: title, remedy } = describeError(code);
  const status = statusOf(code);
  const text = JSON.stringify({ type: 'urn:x', title, status, detail, code, remedy, retry });
  return { status, mediaType: 'application/problem+json', text };
}

describe('an answer is taken', () => {
  test.each<[string, Partial<FuzzAnswer>]>([
    ['that is as the document says', {}],
    ['that may be null', { text: '{"id":1,"run":null}' }],
    ['without a body', { status: 204, mediaType: '', text: '' }],
    ['that refuses', refusal('invalid_input', 'limit: it is no number')],
    ['that tells of a failure elsewhere', refusal('fetch_failed', 'The page answered 404.')],
  ])('%s', (_what, answer) => expect(check(answer)).toBeNull());
});

describe('an answer is found out', () => {
  test.each<[string, Partial<FuzzAnswer>, RegExp]>([
    ['that is a page', { mediaType: 'text/html', text: '<p>' }, /page/],
    ['that is a failure', refusal('internal', 'Something went wrong.'), /^500/],
    ['that the document does not name', refusal('conflict', 'Later.'), /409 is not in the document/],
    ['that is no problem', { status: 400, text: '{}' }, /400 came as application\/json/],
    ['that lacks the form of a problem', { ...refusal('invalid_input', 'x'), text: '{}' }, /form/],
    ['with another status than its code', { ...refusal('invalid_input', 'x'), status: 404 }, /came as 404/],
    ['that tells of a file', refusal('invalid_input', 'at run (/app/src/a.ts:3)'), /tells/],
    ['that tells of a query', refusal('invalid_input', 'select id from runs'), /tells/],
    ['that lacks a field', { text: '{}' }, /\$\.id is missing/],
    ['with a field of another type', { text: '{"id":"1"}' }, /\$\.id is string/],
    ['with a number out of bounds', { text: '{"id":0}' }, /\$\.id is 0/],
    ['of another media type', { mediaType: 'text/plain' }, /text\/plain is not in the document/],
  ])('%s', (_what, answer, words) => expect(check(answer)).toMatch(words));
});
