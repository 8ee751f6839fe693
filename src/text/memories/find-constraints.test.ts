import { describe, expect, test } from 'vitest';
import framings from '#tests/fixtures/memories/framings.json' with { type: 'json' };
import pasted from '#tests/fixtures/memories/pasted-prompts.json' with { type: 'json' };
import { type Constraint, findConstraints } from './find-constraints.ts';
import { findMemories } from './find-memories.ts';

type Forms = Record<string, Partial<Record<'project' | 'session' | 'everywhere' | 'none', string[]>>>;

interface Framing {
  prompt: string;
  /** The words that limit, or null if the prompt has none. */
  span: string | null;
  scope: string;
}

function framingsOf(languages: Record<string, Forms>): Framing[] {
  return Object.values(languages)
    .flatMap((forms) => Object.values(forms))
    .flatMap((scopes) => Object.entries(scopes))
    .flatMap(([scope, prompts]) => prompts.map((prompt) => readFraming(prompt, scope)));
}

function readFraming(marked: string, scope: string): Framing {
  const span = /⟦([^⟧]+)⟧/u.exec(marked)?.[1] ?? null;
  return { prompt: marked.replace(/[⟦⟧]/gu, ''), span, scope };
}

const working = framingsOf(framings.working);
const judging = framingsOf(framings.judging);

/** Whether a text has at least four of five words of a span, or of its characters without spaces. */
function hasWords(text: string, span: string): boolean {
  const read = (words: string) =>
    words.toLowerCase().match(/[\u3041-\u30ff\u3400-\u9fff]|[\p{L}\p{N}_]+/gu) ?? [];
  const found = new Set(read(text));
  const wanted = [...new Set(read(span))];
  return wanted.filter((word) => found.has(word)).length >= wanted.length * 0.8;
}

function isGivenBack({ prompt, span }: Framing): boolean {
  return findConstraints(prompt).some(({ text, mayBePasted }) => !mayBePasted && hasWords(text, span ?? ''));
}

function holds({ prompt, span }: Framing): boolean {
  return findMemories(prompt).memories.some(
    ({ text, proposes }) => proposes === null && (span === null || hasWords(text, span)),
  );
}

const share = (framed: Framing[], test: (framing: Framing) => boolean) =>
  framed.filter(test).length / framed.length;

const limits = ({ span }: Framing) => span !== null;
const lasts = ({ span, scope }: Framing) => span !== null && scope !== 'session';

describe('of framings that the rules were made with', () => {
  test('nearly all are given back to their session', () => {
    expect(working.filter(limits).filter((framing) => !isGivenBack(framing)).length).toBeLessThanOrEqual(2);
  });
  test('four of five that last hold for the project at once', () => {
    expect(share(working.filter(lasts), holds)).toBeGreaterThan(0.8);
  });
  test.each(working.filter((framing) => !lasts(framing)))(
    'none holds that is no rule: $prompt',
    (framing) => {
      expect(holds(framing)).toBe(false);
    },
  );
});

describe('of framings that the rules were not made with', () => {
  test('nine of ten are given back to their session', () => {
    expect(share(judging.filter(limits), isGivenBack)).toBeGreaterThan(0.9);
  });
  test('three of four that last hold for the project at once', () => {
    expect(share(judging.filter(lasts), holds)).toBeGreaterThan(0.75);
  });
  test('at most one of twenty holds that is no rule', () => {
    expect(
      share(
        judging.filter((framing) => !lasts(framing)),
        holds,
      ),
    ).toBeLessThan(0.05);
  });
});

describe('a constraint', () => {
  test.each<[string, Omit<Constraint, 'mayBePasted'>[]]>([
    [
      'rename the flag but keep the JSON names as they are, clients depend on them',
      [{ text: 'keep the JSON names as they are, clients depend on them', scope: 'project' }],
    ],
    ["fix the crash. don't add any tests", [{ text: "don't add any tests", scope: 'session' }]],
    [
      'one file at a time today, i want to read along',
      [{ text: 'one file at a time today, i want to read along', scope: 'session' }],
    ],
    [
      'never commit to main in all my projects',
      [{ text: 'never commit to main in all my projects', scope: 'everywhere' }],
    ],
    [
      'amounts are cents everywhere in this codebase',
      [{ text: 'amounts are cents everywhere in this codebase', scope: 'project' }],
    ],
    ['fix the crash on start', []],
    ['always run npm audit before you commit', []],
  ])('is given back with its reach: %s', (prompt, constraints) => {
    expect(findConstraints(prompt)).toEqual(constraints.map((each) => ({ ...each, mayBePasted: false })));
  });

  test('below the output of a program may be pasted', () => {
    const log = [
      '[10:00:01] ERROR worker=3 lost',
      '[10:00:02] INFO restart id=77',
      '[10:00:03] ERROR code=137',
    ];
    const prompt = ['why does the worker die?', ...log, 'keep your answers short'].join('\n');
    expect(findConstraints(prompt)).toEqual([
      { text: 'keep your answers short', scope: 'session', mayBePasted: true },
    ]);
    expect(findMemories(prompt)).toEqual({ memories: [], withdrawals: [] });
  });

  test('above the output of a program is the words of the person', () => {
    const prompt =
      'pnpm only here please\n    at run (/x/y.ts:1:2)\nnpm ERR! code ELIFECYCLE\nnpm ERR! errno 2';
    expect(findMemories(prompt).memories).toMatchObject([{ text: 'pnpm only here please', proposes: null }]);
  });

  test.each(pasted.map(({ prompt, typed }, at) => ({ prompt, typed, at })))(
    'is nothing in a pasted text: $at',
    ({ prompt, typed }) => {
      const foreign = findConstraints(prompt).filter(
        ({ text }) => !prompt.startsWith(text) && !typed.some((words) => words.includes(text)),
      );
      expect(foreign).toEqual([]);
    },
  );
});
