import type { MemoryMessage } from '#memory/thread-state.ts';

/** The tokens of one call of the summarizer, as its provider would bill them. */
export interface SummarizerCall {
  inputTokens: number;
  outputTokens: number;
}

export interface SentPrompt {
  /**
   * The parts of the prompt in order, each of which changes as a whole. A provider caches the unchanged parts at the
   * beginning.
   */
  parts: string[];
  calls: SummarizerCall[];
  /** The part of the summary that was rewritten. */
  rewritten: string | null;
}

export interface Chat {
  /** Sends a user message after a pause. It folds if a fold is due, and returns the prompt. */
  send(message: MemoryMessage, pauseMs: number): Promise<SentPrompt>;
  /** Adds an answer, a tool call or a tool result. */
  add(message: MemoryMessage): void;
  /** Returns everything the model can still know. */
  remembered(): string;
}

export interface Contestant {
  name: string;
  start(tools: Tools): Chat;
}

export interface Tools {
  count(text: string): number;
  /** The summarizer, which may throw, as models do. */
  summarize(text: string, maxWords?: number | null): string;
}

/** The instructions have about 200 tokens, a typical length for those of a Space. */
export const instructions =
  'You are a careful companion for long conversations. Answer in the language of the question, in plain words, and as briefly as the matter allows. ' +
  'Say when you do not know something, and never invent names, numbers or dates. Refer to what was said before when it helps, and ask one question at a time when something is missing. ' +
  'Keep in mind what the user has decided, what they prefer and what is still open. Use lists only for three or more things of the same kind. ' +
  'Money is in euros, dates are written out, and times are in the user’s own zone. When asked to plan something, begin with what is fixed, then what can be chosen, and end with the next step. ' +
  'Do not repeat the question, do not apologize without a reason, and do not praise. When two earlier statements contradict each other, name both and ask which one holds. ' +
  'Everything in a summary of earlier turns counts as said, but when it matters, make sure that it is still true.';

export const fullHistory: Contestant = {
  name: 'full history',
  start() {
    const parts = [instructions];
    return {
      async send(message) {
        parts.push(message.text);
        return { parts: [...parts], calls: [], rewritten: null };
      },
      add: (message) => void parts.push(message.text),
      remembered: () => parts.join('\n'),
    };
  },
};
