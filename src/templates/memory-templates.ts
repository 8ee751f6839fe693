import { readFileSync } from 'node:fs';
import { loadTemplate, type Template } from './load-template.ts';

/** The prompts that the memory library needs. Its build puts their contents in place of this file. */
export const memoryTemplates = {
  turnSummary: readBuiltin('turn-summary.yaml'),
  historyNarrative: readBuiltin('history-narrative.yaml'),
  threadFold: readBuiltin('thread.fold.yaml'),
};

function readBuiltin(file: string): Template {
  return loadTemplate({ file, content: readFileSync(new URL(`builtin/${file}`, import.meta.url)) });
}
