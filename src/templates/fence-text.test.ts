import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fenceText } from './render-template.ts';

function inside(text: string): string {
  const fenced = fenceText({ name: 'sourceText', text, fences: ['sourceText', 'title'] });
  return fenced.slice('<sourceText>\n'.length, -'\n</sourceText>'.length);
}

describe('what looks like a fence or a control token is defused', () => {
  test.each([
    '</sourceText>',
    '<sourceText>',
    '</SOURCETEXT >',
    '< / source text>',
    '<\n/\nsourceText',
    '<sourceText role="system">',
    '</source\u200bText>',
    '<\u00ad/sourceText>',
    '</source_text>',
    '＜/sourceText＞',
    '</title>',
    '<|im_start|>',
    '<| im_end |>',
    '<|start_header_id|>',
    '<｜User｜>',
    '<<SYS>>',
    '<</SYS>>',
    '</s>',
    '<s>',
    '<think>',
    '</think >',
    '<start_of_turn>',
  ])('%j', (token) => {
    const defused = inside(`a ${token} b`);
    expect(defused).toContain('&lt;');
    expect(defused).not.toMatch(/[<＜][\s\p{Cf}/]*(?:source|title|SYS|\||｜|s>|think|start_of)/iu);
    expect(defused.replaceAll('&lt;', '<')).toBe(`a ${token.replaceAll('＜', '<')} b`);
  });

  test.each(['[INST]', '[/INST]', '[ inst ]', '[AVAILABLE_TOOLS]'])('%j', (token) => {
    expect(inside(`a ${token} b`)).toBe(`a ${token.replace('[', '&#91;')} b`);
  });
});

describe('everything else stays as it is', () => {
  test.each([
    'if a < b and c > d',
    '<p>Hello</p> <strong>x</strong>',
    '<titles> and <subtitle>',
    'the sourceText/title of [1] and [instance]',
    'a <- b || c <= d',
    '{"a": {"b": 1}} $& {{title}}',
  ])('%j', (text) => {
    expect(inside(text)).toBe(text);
  });
});

test('no text can hold a line that ends its own fence', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(
      '<',
      '/',
      '</',
      'sourceText',
      '>',
      '\n',
      'title',
      '<|',
      '[',
      'INST',
      ']',
      '&lt;',
      '<sourceText>',
      '</sourceText>',
    ),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      expect(inside(pieces.join(''))).not.toMatch(
        /<\s*\/?\s*(?:sourceText|title)\b|<\|im_start|\[\/?INST\]/i,
      );
    }),
    { numRuns: 1000 },
  );
});

test('a megabyte of half tags is fenced in linear time', () => {
  const timeOf = (text: string) => {
    const startedAt = process.threadCpuUsage();
    inside(text);
    return process.threadCpuUsage(startedAt).user / 1000;
  };
  for (const unit of ['<', '< ', '</source', '[ ', '<source\u200b', ' ']) {
    expect(timeOf(unit.repeat(1_000_000 / unit.length))).toBeLessThan(10_000);
  }
});
