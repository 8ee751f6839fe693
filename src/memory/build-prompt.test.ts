import { expect, test } from 'vitest';
import { say } from '#tests/fixtures/random-threads.ts';
import { buildPrompt } from './thread-state.ts';

const live = [say('user', 'and then?'), say('assistant', 'we left')];

test('a prompt is instructions, summary, live window and new message, in this order', () => {
  expect(buildPrompt({ instructions: 'Be brief.', summary: 'They met.', live, prompt: 'why?' })).toEqual({
    system: 'Be brief.\n\n## Summary so far\n\nThey met.',
    history: live,
    prompt: 'why?',
  });
});

test('a prompt has no heading without a summary and no gap without instructions', () => {
  expect(buildPrompt({ instructions: ' ', summary: null, live, prompt: 'why?' }).system).toBe('');
  expect(buildPrompt({ instructions: '', summary: 'They met.', live, prompt: 'why?' }).system).toBe(
    '## Summary so far\n\nThey met.',
  );
});
