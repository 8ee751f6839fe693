import { expect, test } from 'vitest';
import { formatBytes } from './storage-section.tsx';

test.each([
  [0, '0 byte'],
  [999, '999 byte'],
  [1000, '1 kB'],
  [1_540_000, '1.5 MB'],
  [2_000_000_000_000_000, '2,000 TB'],
])('%i bytes are shown as %s', (bytes, told) => {
  expect(formatBytes(bytes, 'en')).toBe(told);
});
