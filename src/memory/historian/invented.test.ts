import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createClaimCheck } from './claims/claim-check.ts';
import { createJudge } from './create-judge.ts';

interface Told {
  source: string;
  invented: [form: string, summary: string][];
  honest: string[];
}

type Proposal = [language: string, reply: string, claim: string, honest: string];

/** The rules were written with the first half. The second half shows whether they hold for other texts. */
const halves = ['working', 'judging'];

function read(name: string): string {
  return readFileSync(new URL(`../../../tests/fixtures/historian/${name}.json`, import.meta.url), 'utf8');
}

function judge(source: string, summary: string): boolean {
  const rules = {
    labels: [],
    ids: null,
    instructions: '',
    isQuoted: false,
    maxSentences: 3,
    maxCharacters: 400,
  };
  return createJudge({ ...rules, source })(summary, false).accepted;
}

describe.each(halves)('names in a summary, %s half', (half) => {
  const told: Told[] = JSON.parse(read(`names-${half}`));

  test.each(told.flatMap(({ source, invented }) => invented.map((one) => [...one, source] as const)))(
    'invented are refused: %s: %s',
    (_, summary, source) => expect(judge(source, summary)).toBe(false),
  );

  test.each(told.flatMap(({ source, honest }) => honest.map((one) => [one, source] as const)))(
    'of the text are accepted: %s',
    (summary, source) => expect(judge(source, summary)).toBe(true),
  );
});

describe.each(halves)('a verb that no list has, %s half', (half) => {
  const proposals: Proposal[] = JSON.parse(read(`proposals-${half}`));

  test.each(proposals)('is not done where it is only proposed: %s: %s', (_, reply, claim) => {
    expect(createClaimCheck(reply)(claim)).not.toEqual([]);
  });

  test.each(proposals)('may be reported as proposed: %s: %s', (_, reply, __, honest) => {
    expect(createClaimCheck(reply)(honest)).toEqual([]);
  });
});
