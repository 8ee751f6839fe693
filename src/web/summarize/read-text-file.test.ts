import { describe, expect, test } from 'vitest';
import { readTextFile } from './read-text-file.ts';

function file(bytes: number[] | string, name = 'notes.txt', type = 'text/plain'): File {
  return new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name, { type });
}

describe('a file that was opened or dropped', () => {
  test('is read as UTF-8, without its mark and with plain line ends', async () => {
    expect(await readTextFile(file('\uFEFFGrüße\r\n你好'), 'windows-1252')).toEqual({ text: 'Grüße\n你好' });
  });

  test('is read as UTF-16 when its mark says so', async () => {
    expect(await readTextFile(file([0xff, 0xfe, 0x60, 0x4f]), 'windows-1252')).toEqual({ text: '你' });
    expect(await readTextFile(file([0xfe, 0xff, 0x4f, 0x60]), 'windows-1252')).toEqual({ text: '你' });
  });

  test('is read in the old encoding of the reader’s language when it is no Unicode', async () => {
    expect(await readTextFile(file([0xc4, 0xe3, 0xba, 0xc3]), 'gb18030')).toEqual({ text: '你好' });
    expect(await readTextFile(file([0x47, 0x72, 0xfc, 0xdf, 0x65]), 'windows-1252')).toEqual({
      text: 'Grüße',
    });
  });

  test('is refused when it holds no plain text', async () => {
    const refused = { problem: 'not-text' };
    expect(await readTextFile(file([0x50, 0x4b, 3, 4, 0, 0]), 'windows-1252')).toEqual(refused);
    expect(await readTextFile(file('%PDF-1.7 …'), 'windows-1252')).toEqual(refused);
    expect(await readTextFile(file('<svg/>', 'a.svg', 'image/svg+xml'), 'windows-1252')).toEqual(refused);
    expect(await readTextFile(file('<p>Hi', 'a.html', 'text/html'), 'windows-1252')).toEqual(refused);
  });

  test('is refused when it is larger than a request may be', async () => {
    const large = { size: 17 * 1024 * 1024, name: 'a.txt', type: '' } as File;
    expect(await readTextFile(large, 'windows-1252')).toEqual({ problem: 'too-large' });
  });
});
