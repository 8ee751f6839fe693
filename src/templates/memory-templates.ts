import { readFileSync } from 'node:fs';
import { loadTemplate, type Template } from './load-template.ts';

/** The prompts of the memory library. Its build replaces this file with their contents. */
export const memoryTemplates = {
  turnSummary: readBuiltin('turn-summary.yaml'),
  historyNarrative: readBuiltin('history-narrative.yaml'),
  threadFold: readBuiltin('thread.fold.yaml'),
};

function readBuiltin(file: string): Template {
  return loadTemplate({ file, content: readFileSync(new URL(`builtin/${file}`, import.meta.url)) });
}
