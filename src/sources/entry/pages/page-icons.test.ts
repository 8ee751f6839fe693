import { expect, test } from 'vitest';
import { readPageIcons } from './markup-readers.ts';

const page = (head: string) => readPageIcons(`<html><head>${head}</head></html>`, 'https://news.example/a/');

test('the icons of a page are resolved, those for home screens last, at most three', () => {
  expect(
    page(
      '<link rel="apple-touch-icon" href="/touch.png"><link rel="shortcut icon" href="a.ico"><link rel="stylesheet" href="x.css"><link rel="icon" href="//cdn.example/b.svg">',
    ),
  ).toEqual(['https://news.example/a/a.ico', 'https://cdn.example/b.svg', 'https://news.example/touch.png']);
  expect(page(Array.from({ length: 9 }, (_, at) => `<link rel=icon href=/${at}>`).join(''))).toHaveLength(3);
});

test('only addresses of the web count', () => {
  expect(
    page('<link rel="icon" href="data:image/png;base64,AAAA"><link rel="icon" href="file:///etc/passwd">'),
  ).toEqual([]);
});
