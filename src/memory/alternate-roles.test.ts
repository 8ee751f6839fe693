import { expect, test } from 'vitest';
import { alternateRoles } from './thread-state.ts';

const user = (text: string) => ({ role: 'user' as const, text });
const assistant = (text: string) => ({ role: 'assistant' as const, text });

test('what alternates already stays as it is', () => {
  const history = [user('One?'), assistant('One.'), user('Two?'), assistant('Two.')];
  expect(alternateRoles(history, 'Three?')).toEqual({ history, prompt: 'Three?' });
  expect(alternateRoles([], 'One?')).toEqual({ history: [], prompt: 'One?' });
});

test('messages without an answer go out as one with the message after them, each still told apart', () => {
  expect(alternateRoles([user('One?'), assistant('One.'), user('Stopped?')], 'Again?')).toEqual({
    history: [user('One?'), assistant('One.')],
    prompt: 'Stopped?\n\n---\n\nAgain?',
  });
  expect(alternateRoles([user('A'), user('B'), user('C'), assistant('D'), user('E')], 'F')).toEqual({
    history: [user('A\n\n---\n\nB\n\n---\n\nC'), assistant('D')],
    prompt: 'E\n\n---\n\nF',
  });
});

test('an empty answer is left out, and the messages around it are joined', () => {
  expect(alternateRoles([user('One?'), assistant(' \n'), user('Two?'), assistant('Two.')], 'Three?')).toEqual(
    {
      history: [user('One?\n\n---\n\nTwo?'), assistant('Two.')],
      prompt: 'Three?',
    },
  );
});
