import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { MemoryMessage } from '#memory/thread-state.ts';
import { markOf } from './fake-summarizer.ts';

export interface Conversation {
  set: 'LoCoMo' | 'generated';
  name: string;
  /** Each text begins with its mark. */
  messages: MemoryMessage[];
  /** Marks of the messages that later questions are about. */
  facts: string[];
}

interface LocomoSample {
  sample_id: string;
  conversation: Record<string, string | { speaker: string; dia_id: string; text: string }[]>;
  qa: { evidence: string[] }[];
}

/** Lines of the first speaker are user messages, lines of the second are answers. Empty if there is no data. */
export function loadLocomo(benchDir: string): Conversation[] {
  const file = join(benchDir, 'conversations', 'locomo-dev.json');
  if (!existsSync(file)) return [];
  const samples: LocomoSample[] = JSON.parse(readFileSync(file, 'utf8'));
  return samples.map(({ sample_id, conversation, qa }) => {
    const lines = Object.keys(conversation)
      .filter((key) => /^session_\d+$/.test(key))
      .toSorted((a, b) => Number(a.slice(8)) - Number(b.slice(8)))
      .flatMap((key) => (Array.isArray(conversation[key]) ? conversation[key] : []));
    const ids = new Set(lines.map(({ dia_id }) => dia_id));
    const evidence = qa.flatMap((question) => question.evidence).flatMap((refs) => refs.split(/[;\s]+/));
    return {
      set: 'LoCoMo',
      name: sample_id,
      messages: lines.map(({ speaker, dia_id, text }) => ({
        role: speaker === conversation.speaker_a ? 'user' : 'assistant',
        text: `${markOf(dia_id)} ${text}`,
      })),
      facts: [...new Set(evidence.filter((id) => ids.has(id)))].map(markOf),
    };
  });
}

const vocabulary =
  'the a we they harbour bridge city water year people engine paper budget garden train doctor school music kitchen ' +
  'letter market summer winter north river table number answer reason moment question green quiet early late small ' +
  'large open closed after before under with without because although between during plan visit build repair remember ' +
  'forget decide prefer avoid call write bring leave stay travel cost save learn teach move wait begin finish';

/** Chats with small talk, with long answers, and with tools that return long results; the same in every run. */
export function generateConversations(): Conversation[] {
  return [
    generate('plain talk', { turns: 300, asked: [5, 30], answered: [10, 60], tools: 0 }),
    generate('long answers', { turns: 120, asked: [10, 60], answered: [200, 500], tools: 0 }),
    generate('tools', { turns: 100, asked: [10, 40], answered: [40, 150], tools: 2 }),
  ];
}

interface Shape {
  turns: number;
  asked: [number, number];
  answered: [number, number];
  /** Maximum tool calls per turn, each with a result of 100 to 600 words. */
  tools: number;
}

function generate(name: string, { turns, asked, answered, tools }: Shape): Conversation {
  const words = vocabulary.split(' ');
  const proseOf = ([min, max]: [number, number]) =>
    fc
      .array(fc.constantFrom(...words), { minLength: min, maxLength: max, size: 'max' })
      .map((list) => list.join(' '));
  const turn = fc.record({
    question: proseOf(asked),
    answer: proseOf(answered),
    results: fc.array(proseOf([100, 600]), { maxLength: tools, size: 'max' }),
    isFact: fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 8, maxLength: 8 }),
  });
  const messages: MemoryMessage[] = [];
  const facts: string[] = [];
  for (const [at, { question, answer, results, isFact }] of fc
    .sample(turn, { numRuns: turns, seed: 1 })
    .entries()) {
    let part = 0;
    const add = (message: MemoryMessage) => {
      part += 1;
      const mark = markOf(`G${at + 1}:${part}`);
      if (isFact[part] === 0 && message.role !== 'tool') facts.push(mark);
      messages.push({ ...message, text: `${mark} ${message.text}` });
    };
    add({ role: 'user', text: question });
    for (const [index, result] of results.entries()) {
      const id = `call-${at}-${index}`;
      add({ role: 'assistant', text: 'Looking.', toolCalls: [{ id, name: 'look_up', input: { index } }] });
      add({ role: 'tool', text: result, toolCallId: id });
    }
    add({ role: 'assistant', text: answer });
  }
  return { set: 'generated', name, messages, facts };
}
