import { describe, expect, test } from 'vitest';
import { findContradicted, findWithdrawn } from './compare-memories.ts';

function contradicted(text: string, ...standing: string[]): string[] {
  return findContradicted(
    text,
    standing.map((each) => ({ text: each })),
  ).map((each) => each.text);
}

describe('a later statement', () => {
  test.each([
    ['Always use npm.', 'Always use pnpm.'],
    ['From now on use yarn instead of pnpm.', 'Always use pnpm.'],
    ['I prefer spaces.', 'I prefer tabs.'],
    ['From now on, answer in English.', 'Answer in German from now on.'],
    ['Reply in English from now on.', 'From now on, answer in German.'],
    ['Never commit to main.', 'Always commit to main.'],
    ['Use dayjs instead of moment from now on.', 'Always use moment.'],
    ['以后请用英文回答', '以后请用中文回答'],
  ])('%j replaces %j', (newer, older) => {
    expect(contradicted(newer, older)).toEqual([older]);
  });

  test.each([
    ['Always use pnpm.', 'Always use tabs.'],
    ['Use spaces in YAML files.', 'Always use tabs.'],
    ['Write comments in English.', 'From now on, answer in German.'],
    ['Always run the linter.', 'Never commit to main.'],
    ['Always use pnpm.', 'Always use pnpm for installs.'],
  ])('%j stands beside %j', (newer, older) => {
    expect(contradicted(newer, older)).toEqual([]);
  });
});

describe('what is taken back', () => {
  test('is the statement that is named best', () => {
    const standing = [{ text: 'Always answer in German.' }, { text: 'Always use pnpm.' }];
    expect(findWithdrawn('You no longer need to answer in German.', standing)).toBe(standing[0]);
    expect(findWithdrawn('Forget the rule about pnpm.', standing)).toBe(standing[1]);
    expect(findWithdrawn('You no longer need to write tests.', standing)).toBeNull();
  });
});
