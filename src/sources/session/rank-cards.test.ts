import { describe, expect, test } from 'vitest';
import { parseSearch } from '#text/search-terms.ts';
import { scoreCard } from './search-sessions.ts';

const now = Date.UTC(2026, 0, 31);
const day = 24 * 60 * 60 * 1000;

function rank(query: string, cards: { title?: string; text: string; daysAgo?: number }[]) {
  const weights = parseSearch(query).terms.map((term) => ({ term, weight: 1 }));
  return cards
    .map(({ title = '', text, daysAgo = 0 }) => ({ title, text, createdAt: now - daysAgo * day }))
    .map((card) => ({ text: card.text, score: scoreCard(card, { weights, now }) }))
    .sort((one, other) => other.score - one.score)
    .map(({ text }) => text);
}

describe('ranking', () => {
  test('puts a text that says it more often first, and one in its title before one in its text', () => {
    expect(rank('login', [{ text: 'login page and more' }, { text: 'login login page and' }])[0]).toBe(
      'login login page and',
    );
    expect(rank('login', [{ text: 'login page' }, { title: 'login', text: 'the page' }])[0]).toBe('the page');
  });

  test('prefers a short text that is about it to a long one that mentions it', () => {
    const long = `login ${'and something else '.repeat(50)}`;
    expect(rank('login', [{ text: long }, { text: 'login fixed' }])[0]).toBe('login fixed');
  });

  test('prefers what is new among equals, but not what is new to what is far better', () => {
    expect(rank('login', [{ text: 'login old', daysAgo: 90 }, { text: 'login new' }])[0]).toBe('login new');
    const better = { text: 'login login login login', daysAgo: 20 };
    const newer = { text: `login ${'other words '.repeat(40)}` };
    expect(rank('login', [newer, better])[0]).toBe(better.text);
  });

  test('finds beginnings of words and Chinese', () => {
    expect(rank('auth', [{ text: 'nothing' }, { text: 'authentication works' }])[0]).toBe(
      'authentication works',
    );
    expect(rank('登录', [{ text: '修复注册页面' }, { text: '修复登录页面' }])[0]).toBe('修复登录页面');
  });
});
