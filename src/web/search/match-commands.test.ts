import { describe, expect, test } from 'vitest';
import { matchCommands } from './group-commands.ts';

const commands = [
  ['detail-short', 'Detail Level: Short', ''],
  ['summary', 'Summary', 'summarize'],
  ['auto', 'Auto-summary', ''],
  ['language-de', 'Target Language: Deutsch', 'German'],
  ['language-pt', 'Target Language: Português (Brasil)', 'Portuguese'],
  ['settings-summaries', 'Settings: Summaries', 'go to'],
  ['feed-1', 'Short Stories Weekly', 'go to'],
  ['theme-dark', '主题：深色', 'dark'],
].map(([id = '', label = '', words = '']) => ({ id, label, words }));
const find = (query: string, recent: string[] = []) =>
  matchCommands(commands, query, recent).map(({ id }) => id);

describe('commands', () => {
  test('are found by the starts of their words, in any order, whatever the case and the accents', () => {
    expect(find('det sho')).toEqual(['detail-short']);
    expect(find('SHORT detail')).toEqual(['detail-short']);
    expect(find('portugues')).toEqual(['language-pt']);
    expect(find('深色')).toEqual(['theme-dark']);
  });

  test('are ranked by where the words are', () => {
    expect(find('summ')).toEqual(['summary', 'auto', 'settings-summaries']);
    expect(find('short')).toEqual(['feed-1', 'detail-short']);
  });

  test('are found by other words and by their initials', () => {
    expect(find('german')).toEqual(['language-de']);
    expect(find('tl')).toEqual(['language-de', 'language-pt']);
    expect(find('ssw')).toEqual(['feed-1']);
  });

  test('used recently come before equally good ones', () => {
    expect(find('target', ['language-pt'])).toEqual(['language-pt', 'language-de']);
    expect(find('summ', ['settings-summaries'])).toEqual(['summary', 'settings-summaries', 'auto']);
  });

  test('are found despite one wrong letter, unless something fits', () => {
    expect(find('sumary')).toEqual(['summary', 'auto']);
    expect(find('langauge')).toEqual(['language-de', 'language-pt']);
    expect(find('detsil')).toEqual(['detail-short']);
    expect(find('storiees')).toEqual(['feed-1']);
  });

  test('are not found by words that are not there', () => {
    expect(find('summary harbour')).toEqual([]);
    expect(find('ary')).toEqual(['summary', 'auto']);
    expect(find('ry')).toEqual([]);
    expect(find(':!')).toEqual([]);
    expect(find('x'.repeat(500))).toEqual([]);
  });
});
