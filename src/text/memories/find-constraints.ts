import { readStatements } from './find-memories.ts';
import { proposalIn } from './find-proposal.ts';
import type { MemoryScope } from './read-limit.ts';
import { closingSentences, typedParts } from './typed-words.ts';

export interface Constraint {
  /** The limiting clauses in the user's words, with their reason. */
  text: string;
  scope: MemoryScope;
  /** Whether the words are in a place where text that is pasted without any mark may be. */
  mayBePasted: boolean;
}

/**
 * Finds what a prompt says about how the work of its session is done. It is wider than what becomes a memory, because
 * the session has already received these words. What acts or permits is left out, since that waits for a person.
 */
export function findConstraints(prompt: string): Constraint[] {
  const constraints: Constraint[] = [];
  for (const { statement, mayBePasted } of readStatements(partsOf(prompt))) {
    const { kind, text, core, scope } = statement;
    if (kind === 'withdrawal' || kind === 'fact') continue;
    const proposes = proposalIn(core, kind) === null ? null : proposalIn(text, kind);
    if (proposes === null || proposes === 'unclear') constraints.push({ text, scope, mayBePasted });
  }
  return constraints;
}

function partsOf(prompt: string) {
  const typed = typedParts(prompt);
  if (typed.length === 0) return typed;
  return [...typed, ...closingSentences(prompt).map((text) => ({ text, mayBePasted: true }))];
}
