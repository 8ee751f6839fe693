import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { entryIdSchema } from '#schema/entry.ts';
import { sanitizeArticle } from '#sources/entry/pages/sanitize-article.ts';
import { firstImageKey, listImages, withLocalImages } from '#text/article/image-links.ts';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const entryId = entryIdSchema.parse(7);
const sanitize = (html: string) => sanitizeArticle(html, 'https://news.example/a/').html;

test('every remote picture of a sanitised article is served from here, under a key of its address', () => {
  const html = sanitize(
    '<p>a</p><img alt="x > y" src="one.png?a=1&b=2"><picture><img src="//cdn.example/two.jpg" title=\'say "hi"\'></picture>',
  );
  const images = listImages(html, hash);
  expect([...images.values()]).toEqual([
    'https://news.example/a/one.png?a=1&b=2',
    'https://cdn.example/two.jpg',
  ]);
  const local = withLocalImages(html, { entryId, hash });
  for (const [key, address] of images) {
    expect(key).toBe(hash(address).slice(0, 32));
    expect(local).toContain(`src="/api/entries/7/images/${key}"`);
  }
  expect(local).not.toMatch(/src="http/);
  expect(local.replaceAll(/ src="[^"]*"/g, '')).toBe(html.replaceAll(/ src="[^"]*"/g, ''));
});

test('text that speaks of pictures, links to pictures and embedded pictures stay as they are', () => {
  const data = `data:image/png;base64,${'A'.repeat(300)}`;
  const html = sanitize(
    `<p>&lt;img src="https://x.example/a.png"&gt;</p><a href="https://x.example/a.png">b</a><img src="${data}">`,
  );
  expect(withLocalImages(html, { entryId, hash })).toBe(html);
});

test('the first picture that is neither embedded nor an emblem stands for the article', () => {
  const html = sanitize(
    `<img src="smile.png" width="20" height="20"><img src="data:image/png;base64,AAAA"><img src="one.png" width="640"><img src="two.png">`,
  );
  expect(firstImageKey(html, hash)).toBe(hash('https://news.example/a/one.png').slice(0, 32));
  expect(firstImageKey(sanitize('<p>a</p>'), hash)).toBeNull();
});
