import { expect, test } from 'vitest';
import { isSendKey } from './is-send-key.ts';

const enter = { key: 'Enter', shiftKey: false, altKey: false, isComposing: false, keyCode: 13 };

test('Enter sends, Shift+Enter does not', () => {
  expect([
    isSendKey(enter),
    isSendKey({ ...enter, shiftKey: true }),
    isSendKey({ ...enter, key: 'a' }),
  ]).toEqual([true, false, false]);
});

test('Enter that confirms an input method’s composition does not send', () => {
  expect([isSendKey({ ...enter, isComposing: true }), isSendKey({ ...enter, keyCode: 229 })]).toEqual([
    false,
    false,
  ]);
});
