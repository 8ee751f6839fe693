import { describe, expect, test } from 'vitest';
import { cutSpans, laySpans } from './spans.tsx';

const shown = (line: string) => laySpans(line, 0).map(({ text, marks }) => [text, ...marks].join(' '));

describe('the spans of a line', () => {
  test('render markup as styles, each at its place in the source', () => {
    const line = 'It costs **181 _million_ crowns** and `x = 1`.';
    const spans = laySpans(line, 100);
    expect(shown(line)).toEqual([
      'It costs ',
      '181  strong',
      'million strong em',
      ' crowns strong',
      ' and ',
      'x = 1 code',
      '.',
    ]);
    for (const { start, end, text } of spans) expect(line.slice(start - 100, end - 100)).toBe(text);
  });

  test('are cut where a verdict starts and ends, without the surrounding markup', () => {
    const line = 'It costs **181 million crowns** now.';
    const start = line.indexOf('181');
    const cut = cutSpans(laySpans(line, 0), { start, end: start + 3 });
    expect(cut.map(({ text, marks }) => [text, marks])).toEqual([['181', ['strong']]]);
    const whole = cutSpans(laySpans(line, 0), { start: 0, end: line.length });
    expect(whole.map(({ text }) => text).join('')).toBe('It costs 181 million crowns now.');
  });

  test('lead nowhere and fetch nothing: links and pictures become text, HTML stays text', () => {
    const [link] = laySpans('[Read on](javascript:alert(1))', 0);
    expect(link).toMatchObject({ text: 'Read on', address: 'javascript:alert(1)' });
    expect(shown('![a bridge](http://127.0.0.1/reboot)')).toEqual(['a bridge']);
    expect(shown('<img src=x onerror=alert(1)>').join('')).toBe('<img src=x onerror=alert(1)>');
  });

  test('leave other characters alone, and decode entities once', () => {
    expect(shown('2 * 3 * 4 and snake_case_name').join('')).toBe('2 * 3 * 4 and snake_case_name');
    expect(shown('Marks &amp; Spencer').join('')).toBe('Marks & Spencer');
    expect(shown('\\*not a mark\\*').join('')).toBe('*not a mark*');
  });

  test('of a line with thousands of marks are the line itself', () => {
    const line = '*_'.repeat(5000);
    expect(shown(line).join('')).toBe(line);
  });
});
