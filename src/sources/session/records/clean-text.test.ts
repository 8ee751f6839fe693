import { describe, expect, test } from 'vitest';
import { wrapContext } from '#text/privacy/context-tag.ts';
import { cleanText, cleanValue } from './clean-text.ts';

describe('a text that is going to be kept', () => {
  test('loses what is private and what came from memory', () => {
    expect(cleanText(`Fix <private>S3CRET</private>it. ${wrapContext('old')}Now.`).text).toBe(
      'Fix it. \nNow.',
    );
  });

  test('is entirely private when only memory is beside what is', () => {
    expect(cleanText(`${wrapContext('old')}<private>S3CRET</private>`).isEntirelyPrivate).toBe(true);
    expect(cleanText(wrapContext('old')).isEntirelyPrivate).toBe(false);
  });

  test('hides what a tag parted by memory encloses', () => {
    expect(cleanText(`<pri${wrapContext('x')}vate>S3CRET`).text).not.toContain('<private>');
    expect(cleanText(`<private>${wrapContext('</private>')}S3CRET`).text).not.toContain('<private>');
  });
});

describe('what a tool was given', () => {
  test('stays text when it is text, and is JSON when it is not', () => {
    expect(cleanValue('ls -l').text).toBe('ls -l');
    expect(cleanValue({ command: 'ls', n: 1, all: true }).text).toBe('{"command":"ls","n":1,"all":true}');
    expect(cleanValue(undefined).text).toBe('');
    expect(cleanValue(null).text).toBe('');
    expect(cleanValue(0).text).toBe('0');
  });

  test('is cleaned in every string, names included', () => {
    const value = {
      a: ['x <private>S3CRET</private>'],
      '<private>S3CRET</private>': { b: 'S<private>3CRET' },
    };
    expect(cleanValue(value).text).toBe('{"a":["x "],"":{"b":"S"}}');
  });

  test('hides the strings between a tag in one of them and its end in another', () => {
    const lines = ['a', '<private>', 'S3CRET', { deep: 'S3CRET', n: 7 }, 'S3CRET</private>b', 'c'];
    expect(cleanValue(lines).text).toBe('["a","","",{"":null},"b","c"]');
  });

  test('may be nested without end', () => {
    const nested = JSON.parse(`${'['.repeat(50_000)}"S3CRET"${']'.repeat(50_000)}`);
    expect(cleanValue(nested).text).not.toContain('S3CRET');
  });
});
