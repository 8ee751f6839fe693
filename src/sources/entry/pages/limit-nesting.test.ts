import { expect, test } from 'vitest';
import { limitNesting } from './limit-nesting.ts';

test.each([
  ['a page', '<div><p>a<br>b<p>c</div>'],
  ['thousands of elements side by side', '<p>x</p>'.repeat(10_000)],
  ['thousands of elements without an end', '<br><img src=x>'.repeat(10_000)],
  ['comparisons in a script', `<script>${'if(a<b)c<d;'.repeat(10_000)}</script><p>x</p>`],
  ['tags in a comment', `<!--${'<b>'.repeat(10_000)}--><p>x</p>`],
  ['tags in an open style', `<style>${'<b>'.repeat(10_000)}`],
])('%s stays as it is', (_, html) => {
  expect(limitNesting(html)).toBe(html);
});

test('beyond all pages only text is left', () => {
  const html = limitNesting(`${'<b x="1">'.repeat(10_000)}deep${'</b>'.repeat(10_000)}<p>after</p>`);
  expect(html.match(/<b/g)).toHaveLength(3000);
  expect(html).toMatch(/>deep<\/b>/);
  expect(html).toMatch(/<p>after<\/p>$/);
});

test.each([
  ['open tags', '<b'],
  ['open scripts', '<script>'],
  ['open comments', '<!--'],
  ['values with brackets', '<b x="<">'],
  ['brackets', '<'],
])('four megabytes of %s take a moment', (_, piece) => {
  const startedAt = process.threadCpuUsage();
  limitNesting(piece.repeat(4_000_000 / piece.length));
  expect(process.threadCpuUsage(startedAt).user / 1000).toBeLessThan(15_000);
});
