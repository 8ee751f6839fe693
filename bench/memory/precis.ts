import { acceptFold } from '#memory/accept-fold.ts';
import { foldThread } from '#memory/fold-thread.ts';
import type { ThreadState } from '#memory/thread-state.ts';
import type { WindowPolicy } from '#memory/window-policy.ts';
import { summarizerNumbers } from '#schema/models/agent.ts';
import { type Contestant, instructions, type SummarizerCall } from './contestant.ts';

/** The tokens of the prompt around the texts. They are the same as the peer's, so that neither gains by brevity. */
const overheadTokens = 310;

/** Uses a policy of Precis through the library's own `foldThread`. */
export function precis(name: string, policy: WindowPolicy): Contestant {
  return {
    name,
    start({ count, summarize }) {
      let thread: ThreadState = { messages: [], folded: 0, summary: null, segments: [] };
      const add = (message: ThreadState['messages'][number]) => {
        thread = { ...thread, messages: [...thread.messages, message] };
      };
      const summaryParts = () =>
        thread.segments.length > 0 ? thread.segments.map(({ text }) => text) : [thread.summary ?? ''];
      const live = () => thread.messages.slice(thread.folded).map(({ text }) => text);
      return {
        async send(message, pauseMs) {
          const calls: SummarizerCall[] = [];
          const outcome = await foldThread(thread, {
            policy,
            tokenBudget: summarizerNumbers.tokenBudget.initial,
            overheadTokens,
            count,
            newMessageTokens: count(message.text),
            pauseMs,
            // Marks alone are not prose, so what the fake summarizer keeps counts as quotes.
            judge: (fold) => acceptFold({ ...fold, isQuoted: true }),
            async summarize({ previousSummary, transcript, maxWords }) {
              const text = summarize(`${previousSummary ?? ''}\n${transcript}`, maxWords);
              const inputTokens = overheadTokens + count(previousSummary ?? '') + count(transcript);
              calls.push({ inputTokens, outputTokens: count(text) });
              return text;
            },
          });
          thread = outcome.thread;
          add(message);
          return {
            parts: [instructions, ...summaryParts(), ...live()].filter((part) => part !== ''),
            calls,
            rewritten: outcome.folded > 0 ? (summaryParts().at(-1) ?? null) : null,
          };
        },
        add,
        remembered: () => [...summaryParts(), ...live()].join('\n'),
      };
    },
  };
}
