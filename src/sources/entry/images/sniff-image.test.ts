import { expect, test } from 'vitest';
import { sniffImage } from './image-loader.ts';

const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(
    parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : part)),
  );

const png = bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 2, 128, 0, 0, 1, 224]);
const jpegFrame = [0xff, 0xc2, 0, 17, 8, 1, 224, 2, 128, 3];

test.each([
  ['PNG', png, 'image/png', { width: 640, height: 480 }],
  ['GIF', bytes('GIF89a', [1, 0, 1, 0]), 'image/gif', { width: 1, height: 1 }],
  [
    'JPEG, past its other segments',
    bytes([0xff, 0xd8, 0xff, 0xe0, 0, 4, 9, 9, 0xff, ...jpegFrame]),
    'image/jpeg',
    { width: 640, height: 480 },
  ],
  [
    'lossy WebP',
    bytes('RIFF????WEBPVP8 ', [0, 0, 0, 0, 0, 0, 0, 0x9d, 1, 0x2a, 128, 2, 224, 1]),
    'image/webp',
    { width: 640, height: 480 },
  ],
  [
    'lossless WebP',
    bytes('RIFF????WEBPVP8L', [0, 0, 0, 0, 0x2f, 0, 0, 0, 0]),
    'image/webp',
    { width: 1, height: 1 },
  ],
  [
    'extended WebP',
    bytes('RIFF????WEBPVP8X', [10, 0, 0, 0, 0, 0, 0, 0, 127, 2, 0, 223, 1, 0]),
    'image/webp',
    { width: 640, height: 480 },
  ],
  ['ICO', bytes([0, 0, 1, 0, 1, 0, 16, 0]), 'image/x-icon', { width: 16, height: 256 }],
  ['AVIF', bytes([0, 0, 0, 28], 'ftypavif'), 'image/avif', null],
  ['SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml', null],
  [
    'SVG after a prologue',
    bytes('\xef\xbb\xbf<?xml version="1.0"?>\n<!-- a > b -->\n<!DOCTYPE svg PUBLIC "x" "y">\n<svg>'),
    'image/svg+xml',
    null,
  ],
])('%s is known by its bytes', (_, given, type, size) => {
  expect(sniffImage(given)).toEqual({ type, size });
});

test.each([
  ['nothing', bytes()],
  ['a page', bytes('<!DOCTYPE html><html><body><svg></svg></body></html>')],
  ['a page that begins with a comment', bytes('<!-- <svg> --><html>')],
  ['a script', bytes('alert(1)//<svg>')],
  ['JSON', bytes('{"svg":1}')],
  ['a PNG that ends early', png.subarray(0, 12)],
  ['an ICO that ends early', bytes([0, 0, 1, 0, 1])],
  ['a GIF that ends early', bytes('GIF89a')],
  ['a PDF', bytes('%PDF-1.7')],
])('%s is no picture', (_, given) => {
  expect(sniffImage(given)).toBeNull();
});

test('a JPEG whose segments lead nowhere is read to its end once', () => {
  const looping = bytes(
    [0xff, 0xd8],
    Array.from({ length: 200_000 }, () => 0xff),
  );
  expect(sniffImage(looping)).toEqual({ type: 'image/jpeg', size: null });
});
