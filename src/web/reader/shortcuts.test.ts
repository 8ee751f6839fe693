import { describe, expect, test } from 'vitest';
import { findShortcut, keyOf, shortcuts } from './shortcuts.ts';

const press = (key: string, more: object = {}) =>
  findShortcut({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...more });

describe('a key', () => {
  test('does what readers expect', () => {
    expect(['j', 'k', 'm', 's', 'o', 't', 'i', 'l', 'a', 'r', '/'].map((key) => press(key))).toEqual([
      'next',
      'previous',
      'read',
      'star',
      'original',
      'translate',
      'ask',
      'tag',
      'add',
      'refresh',
      'search',
    ]);
  });

  test('works the Summary Panel', () => {
    expect(['u', 'q', 'c', 'd', 'g', 'b'].map((key) => press(key))).toEqual([
      'summary',
      'abort',
      'copy',
      'detail',
      'language',
      'dock',
    ]);
  });

  test('has one use, and a name on buttons', () => {
    const keys = shortcuts.flatMap((shortcut) => shortcut.keys);
    expect(new Set(keys).size).toBe(keys.length);
    expect([keyOf('summary'), keyOf('markAllRead'), keyOf('back')]).toEqual(['u', 'Shift+A', 'Esc']);
  });

  test('with Shift is a different key', () => {
    expect(press('A', { shiftKey: true })).toBe('markAllRead');
    expect(press('J', { shiftKey: true })).toBeNull();
    expect(press('?', { shiftKey: true })).toBe('help');
    expect(press('?')).toBe('help');
  });

  test('with Control, Alt or Command belongs to the browser', () => {
    expect(press('r', { ctrlKey: true })).toBeNull();
    expect(press('a', { metaKey: true })).toBeNull();
    expect(press('c', { ctrlKey: true })).toBeNull();
    expect(press('U', { shiftKey: true })).toBeNull();
    expect(press('s', { altKey: true })).toBeNull();
  });
});
