import { StreamProviderError } from 'ai';
import { expect, test } from 'vitest';
import { nameErrorFrame } from './open-provider.ts';

test.each([
  [{ message: 'slow down', code: '429' }, 429],
  [{ error: { message: 'too long', code: 'context_length_exceeded', status: 400 } }, 400],
  [{ response: { error: { message: 'gone', status_code: 404 } } }, 404],
  [{ type: 'error', message: ' Overloaded ' }, 503],
  [{ message: 'no status', code: 'odd' }, undefined],
])('an error inside an answer, %j, has the status that it names', (frame, statusCode) => {
  const named = nameErrorFrame(frame);
  expect(StreamProviderError.isInstance(named)).toBe(true);
  expect(named).toMatchObject({ statusCode });
});

test.each([new Error('torn'), 'words', null, { code: 500 }])('%j stays as it is', (error) => {
  expect(nameErrorFrame(error)).toBe(error);
});
