import type { Instructions, ModelMessage } from 'ai';
import { presentSummary } from '#adapters/library/fold-window.ts';
import type { ThreadMemory } from './thread-memory.ts';

interface Step {
  stepNumber: number;
  messages: ModelMessage[];
  instructions: Instructions | undefined;
}

type StepChange = { messages: ModelMessage[]; instructions: Instructions | undefined } | undefined;

/**
 * Creates a function for `prepareStep`. The first step receives the summary and the window. Later steps keep both and
 * add only the messages of the turn in progress.
 */
export function rememberStep(memory: ThreadMemory) {
  return async ({ stepNumber, messages, instructions }: Step): Promise<StepChange> => {
    if (stepNumber > 0) return undefined;
    const { summary, live } = await memory.compact(messages);
    if (summary === null) return undefined;
    return { messages: live, instructions: addTo(instructions, presentSummary(summary)) };
  };
}

function addTo(instructions: Instructions | undefined, text: string): Instructions {
  if (instructions === undefined) return text;
  if (typeof instructions === 'string') return `${instructions}\n\n${text}`;
  return [
    ...(Array.isArray(instructions) ? instructions : [instructions]),
    { role: 'system', content: text },
  ];
}
