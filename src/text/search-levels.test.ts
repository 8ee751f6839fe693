import { describe, expect, test } from 'vitest';
import {
  findLevel,
  freshness,
  levelTerms,
  lowestLevel,
  relevanceOf,
  scoreAt,
  topLevel,
  valueOfLevel,
  weighTerm,
} from './search-levels.ts';
import { indexTerms, parseSearch } from './search-terms.ts';

const level = (text: string, term: string, title = '') =>
  findLevel(` ${levelTerms({ title, text })} `, { text: term, prefix: false });

describe('levels', () => {
  test('has every term of the text once, with one digit before it', () => {
    const text = 'The café, the CAFE and 研究人员 at 7up';
    const terms = levelTerms({ title: '', text }).split(' ');
    expect(terms.map((term) => term.slice(1)).toSorted()).toEqual(indexTerms(text).split(' ').toSorted());
    for (const term of terms) expect(term).toMatch(/^[0-7]./u);
  });

  test('rises with repetition and with the title, falls with length', () => {
    expect(level('login login page and', 'login')).toBeGreaterThan(level('login page and more', 'login'));
    expect(level('the page', 'login', 'login')).toBeGreaterThan(level('login page', 'login'));
    const long = `login ${'something else '.repeat(50)}`;
    expect(level('login fixed', 'login')).toBeGreaterThan(level(long, 'login'));
    expect(level(`login ${'x y '.repeat(5000)}`, 'login')).toBe(0);
    expect(level('login '.repeat(50), 'login')).toBe(topLevel);
  });

  test('counts each occurrence, also of pieces that repeat', () => {
    const many = 'login, login; (login) login login '.repeat(4);
    expect(level(`${many} ${'other words '.repeat(60)}`, 'login')).toBe(
      level(`${'login '.repeat(20)} ${'other words '.repeat(60)}`, 'login'),
    );
  });

  test('is lowest for a term that stands there once, the longer the text the lower', () => {
    const lowest = (text: string) => lowestLevel(` =p1 ${levelTerms({ title: '', text })} 7be* `);
    const short = lowest('peas peas peas beans');
    expect(short).toBe(
      Number(/(\d)beans/.exec(levelTerms({ title: '', text: 'peas peas peas beans' }))?.[1]),
    );
    expect(lowest(`beans ${'and much more '.repeat(80)}`)).toBeLessThan(short);
    expect(lowestLevel('  ')).toBe(topLevel);
  });

  test('finds the best word that begins so, and whole words only where asked', () => {
    const terms = ' 2logins 6login 3page ';
    expect(findLevel(terms, { text: 'log', prefix: true })).toBe(6);
    expect(findLevel(terms, { text: 'logins', prefix: false })).toBe(2);
    expect(findLevel(terms, { text: 'log', prefix: false })).toBe(-1);
    expect(findLevel(terms, { text: 'ogin', prefix: true })).toBe(-1);
    expect(findLevel(' 47up ', { text: 'up', prefix: true })).toBe(-1);
    expect(findLevel(' 7up =k1 ', { text: '7up', prefix: true })).toBe(-1);
    expect(findLevel(' =k1 ', { text: 'k1', prefix: true })).toBe(-1);
  });

  test('sums the terms by their weights, and prefers what is new among equals', () => {
    const [login, page] = parseSearch('login page').terms;
    if (!login || !page) throw new TypeError('two words are two terms');
    const weights = [
      { term: login, weight: 2 },
      { term: page, weight: 1 },
    ];
    expect(relevanceOf(' 7login 7page ', weights)).toBe(3 * valueOfLevel(topLevel));
    expect(relevanceOf(' 7login ', weights)).toBe(2 * valueOfLevel(topLevel));
    const day = 86_400_000;
    const now = 1000 * day;
    expect(scoreAt(1, { at: now, now })).toBe(2);
    expect(scoreAt(1, { at: now - 30 * day, now })).toBe(1.5);
    expect(freshness(now + day, now)).toBe(1);
  });

  test('weighs a rare term more than a common one, and no term negatively', () => {
    expect(weighTerm({ found: 2, total: 1000 })).toBeGreaterThan(weighTerm({ found: 900, total: 1000 }));
    expect(weighTerm({ found: 1000, total: 1000 })).toBeGreaterThan(0);
  });
});
