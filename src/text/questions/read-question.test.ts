import { describe, expect, test } from 'vitest';
import { findLevel, levelTerms } from '#text/search-levels.ts';
import { readQuestion } from './read-question.ts';

const textsOf = (query: string) => readQuestion(query)?.map(({ text }) => text);
const matches = (query: string, text: string) => {
  const terms = ` ${levelTerms({ title: '', text })} `;
  return (readQuestion(query) ?? []).filter((term) => findLevel(terms, term) >= 0).length;
};

describe('a question', () => {
  test('has the terms of what is asked for', () => {
    expect(textsOf('When did we fix the login page?')).toEqual(['fix', 'login', 'pag']);
    expect(textsOf('Can you summarize what I said about the harbour bridge')).toEqual(['harbour', 'bridg']);
    expect(textsOf('Who is Caroline?')).toEqual(['carolin']);
    expect(textsOf('Wie haben wir die Anmeldung repariert?')).toEqual(['haben', 'anmeldu', 'reparie']);
    expect(matches('Когда мы исправили ошибку?', 'ошибка исправится')).toBe(2);
  });

  test('is told from words that are all meant', () => {
    for (const query of [
      'login',
      'login page',
      'fix login page',
      'the harbour',
      'ECONNREFUSED 127.0.0.1',
      '修复登录接口',
      '',
    ])
      expect([query, readQuestion(query)]).toEqual([query, null]);
    expect(readQuestion('is it so?')).toBeNull();
    expect(readQuestion('登录接口的问题是怎么修复的？')?.map(({ text }) => text)).toContain('修复');
  });

  test('finds each form of a word, and no other word that begins so', () => {
    const question = 'How did we plan the stories?';
    expect(matches(question, 'planning a story')).toBe(2);
    expect(matches(question, 'planned')).toBe(1);
    expect(matches(question, 'planet in the store')).toBe(0);
    expect(matches('Who took the keys?', 'take a key')).toBe(1);
    expect(matches('Was the key taken?', 'take a key')).toBe(2);
    expect(matches('Was port 8080 taken?', 'port 80801')).toBe(1);
    expect(matches('Was port 8080 taken?', 'ports 8080')).toBe(2);
  });

  test('keeps to sixteen terms, each once, whatever its length', () => {
    const many = Array.from({ length: 400 }, (_, n) => `topic${n % 40}`).join(' ');
    const terms = readQuestion(`what is the ${many}`) ?? [];
    expect(terms).toHaveLength(16);
    expect(new Set(terms.map(({ text }) => text)).size).toBe(16);
    expect(readQuestion('bridge bridges bridge?')).toHaveLength(1);
  });

  test.each(['"', '* OR * ?', '\u0000\ud800?', 'the the the the', '=p =s1 of the?', '?', '？'])(
    'is read from %j without fail',
    (query) => {
      for (const { text } of readQuestion(query) ?? []) expect(text).toMatch(/^[\p{L}\p{N}]+$/u);
      expect(readQuestion(query)).toEqual(readQuestion(query));
    },
  );
});
