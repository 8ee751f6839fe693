import { expect, test } from 'vitest';
import { cut, isLongerThan } from '#memory/historian/turns/cut.ts';
import { openHistorian } from '#tests/fixtures/open-historian.ts';
import { words } from '#tests/fixtures/random-threads.ts';
import { createLocalWork } from './historian-work.ts';
import { createAnswerJudge } from './judge-answers.ts';
import { summarizeTurn } from './summarize-turn.ts';

const reply = 'I saved the list with four recipes for you. '.repeat(20);
const turn = { user_message: 'Save my list.', final_response: reply };

test('all work on texts goes where the host wants it, with the same result', async () => {
  const { ports, run } = openHistorian();
  const local = createLocalWork(words);
  const called: string[] = [];
  const work = new Proxy(local, {
    get(target, name: keyof typeof local) {
      called.push(name);
      return target[name];
    },
  });
  expect(await summarizeTurn(turn, { ...ports, work })).toEqual(await run(turn));
  expect(called).toEqual(['digestTurn', 'packMessages', 'judgeAnswer']);
});

test('an answer is judged by its own rules, whatever was judged before', () => {
  const judge = createAnswerJudge();
  const rules = {
    source: reply,
    labels: [],
    ids: null,
    instructions: '',
    isQuoted: false,
    maxSentences: 1,
    maxCharacters: 300,
  };
  const answer = 'Saved the list of Berta Krause.';
  expect(judge({ rules, answer, isLastTry: false }).accepted).toBe(false);
  const known = { ...rules, source: `${reply} It is the list of Berta Krause.` };
  expect(judge({ rules: known, answer, isLastTry: false }).accepted).toBe(true);
  expect(judge({ rules: { ...known, maxCharacters: 10 }, answer, isLastTry: false }).accepted).toBe(false);
});

test('entities are mentioned when their label stands in the turn, also inside of a word', async () => {
  const { run } = openHistorian();
  const entity = (id: string, label: string) => ({ id, label, type: 'recipe' });
  const active = [entity('1', 'Recipes'), entity('2', 'ecipe'), entity('3', 'four lists'), entity('4', 'no')];
  const { conversation } = await run({ ...turn, entity_context: { active } });
  expect(conversation.recent_turns.at(-1)?.entities_mentioned).toEqual(['1', '2']);
});

test.each([
  ['abc', 3, false],
  ['abcd', 3, true],
  ['🍵🍵🍵', 3, false],
  ['🍵🍵🍵🍵', 3, true],
  ['🍵abc', 3, true],
])('%s is longer than %i characters: %s', (text, most, expected) => {
  expect(isLongerThan(text, most)).toBe(expected);
  expect([...cut(text, most)].length).toBeLessThanOrEqual(most);
});
