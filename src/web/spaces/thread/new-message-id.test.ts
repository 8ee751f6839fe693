import { expect, test } from 'vitest';
import { messageIdSchema } from '#schema/spaces/space.ts';
import { newMessageId } from './composer.tsx';

test('each new message has a unique id that the server accepts', () => {
  const ids = Array.from({ length: 200 }, newMessageId);
  expect(new Set(ids).size).toBe(200);
  for (const id of ids) expect(messageIdSchema.parse(id)).toBe(id);
});
