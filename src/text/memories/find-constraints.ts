import { findMemories } from './find-memories.ts';

export function findConstraints(
  prompt: string,
): { text: string; scope: 'session' | 'project' | 'everywhere' }[] {
  return findMemories(prompt).memories.map(({ text }) => ({ text, scope: 'project' }));
}
