import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { MemoryMessage } from '#memory/thread-state.ts';
import { markOf } from './fake-summarizer.ts';

export interface Conversation {
  /** The set of the conversation. The numbers of the policies were chosen on the conversations of `development`. */
  set: 'development' | 'LoCoMo' | 'BEAM' | 'generated';
  name: string;
  /** The messages, each of which begins with its mark. */
  messages: MemoryMessage[];
  /** The marks of the messages that later questions are about. */
  facts: string[];
  /** The places of the user messages that come after hours or days. */
  pauses: ReadonlySet<number>;
}

const development = new Set(['conv-26', 'conv-30']);

interface LocomoSample {
  sample_id: string;
  conversation: Record<string, string | { speaker: string; dia_id: string; text: string }[]>;
  qa: { evidence: string[] }[];
}

/**
 * Loads LoCoMo. Lines of the first speaker are user messages, and lines of the second are answers. Without data, the
 * list is empty.
 */
export function loadLocomo(benchDir: string): Conversation[] {
  const file = join(benchDir, 'conversations', 'locomo-dev.json');
  if (!existsSync(file)) return [];
  const samples: LocomoSample[] = JSON.parse(readFileSync(file, 'utf8'));
  return samples.map(({ sample_id, conversation, qa }) => {
    const lines = Object.keys(conversation)
      .filter((key) => /^session_\d+$/.test(key))
      .toSorted((a, b) => Number(a.slice(8)) - Number(b.slice(8)))
      .flatMap((key) =>
        (Array.isArray(conversation[key]) ? conversation[key] : []).map((line) => ({
          ...line,
          session: key,
        })),
      );
    const roles = lines.map(({ speaker }) => (speaker === conversation.speaker_a ? 'user' : 'assistant'));
    const ids = new Set(lines.map(({ dia_id }) => dia_id));
    const evidence = qa.flatMap((question) => question.evidence).flatMap((refs) => refs.split(/[;\s]+/));
    return {
      set: development.has(sample_id) ? 'development' : 'LoCoMo',
      name: sample_id,
      messages: lines.map(({ dia_id, text }, at) => ({
        role: roles[at] ?? 'user',
        text: `${markOf(dia_id)} ${text}`,
      })),
      facts: [...new Set(evidence.filter((id) => ids.has(id)))].map(markOf),
      pauses: firstOfEach(lines.map(({ session }, at) => (roles[at] === 'user' ? session : null))),
    };
  });
}

interface BeamChat {
  id: string;
  messages: { id: number; role: 'user' | 'assistant'; text: string; time: string | null }[];
  questions: { evidence: unknown }[];
}

/**
 * Loads chats with a coding, writing or planning assistant. A new date begins a new session. Without data, the list
 * is empty.
 */
export function loadBeam(benchDir: string): Conversation[] {
  const file = join(benchDir, 'beam', 'dev.json');
  if (!existsSync(file)) return [];
  const chats: BeamChat[] = JSON.parse(readFileSync(file, 'utf8'));
  return chats.map(({ id, messages, questions }, chat) => {
    const markOfMessage = (message: number) => markOf(`B${chat + 1}:${message}`);
    const known = new Set(messages.map((message) => message.id));
    const evidence = questions.flatMap((question) => [question.evidence].flat(9));
    return {
      set: 'BEAM',
      name: id,
      messages: messages.map((message) => ({
        role: message.role,
        text: `${markOfMessage(message.id)} ${message.text}`,
      })),
      facts: [...new Set(evidence.filter((ref) => typeof ref === 'number' && known.has(ref)))].map((ref) =>
        markOfMessage(Number(ref)),
      ),
      pauses: firstOfEach(messages.map(({ role, time }) => (role === 'user' ? time : null))),
    };
  });
}

/** The places of the first user message of each session, except the first session. */
function firstOfEach(sessions: readonly (string | null)[]): ReadonlySet<number> {
  const firsts = new Map<string, number>();
  for (const [at, session] of sessions.entries())
    if (session !== null && !firsts.has(session)) firsts.set(session, at);
  return new Set([...firsts.values()].slice(1));
}

const vocabulary =
  'the a we they harbour bridge city water year people engine paper budget garden train doctor school music kitchen ' +
  'letter market summer winter north river table number answer reason moment question green quiet early late small ' +
  'large open closed after before under with without because although between during plan visit build repair remember ' +
  'forget decide prefer avoid call write bring leave stay travel cost save learn teach move wait begin finish';

/**
 * Generates chats with small talk, with long answers, and with tools that return long results. They are the same in
 * every run.
 */
export function generateConversations(): Conversation[] {
  return shapes.flatMap((shape) => [
    generate(shape, { set: 'development', seed: 2 }),
    generate(shape, { set: 'generated', seed: 1 }),
  ]);
}

interface Shape {
  name: string;
  turns: number;
  asked: [number, number];
  answered: [number, number];
  /** The maximum number of tool calls per turn, each with a result of 100 to 600 words. */
  tools: number;
}

const shapes: Shape[] = [
  { name: 'plain talk', turns: 300, asked: [5, 30], answered: [10, 60], tools: 0 },
  { name: 'long answers', turns: 120, asked: [10, 60], answered: [200, 500], tools: 0 },
  { name: 'tools', turns: 100, asked: [10, 40], answered: [40, 150], tools: 2 },
];

function generate(
  { name, turns, asked, answered, tools }: Shape,
  { set, seed }: Pick<Conversation, 'set'> & { seed: number },
): Conversation {
  const words = vocabulary.split(' ');
  const proseOf = ([min, max]: [number, number]) =>
    fc
      .array(fc.constantFrom(...words), { minLength: min, maxLength: max, size: 'max' })
      .map((list) => list.join(' '));
  const turn = fc.record({
    question: proseOf(asked),
    answer: proseOf(answered),
    results: fc.array(proseOf([100, 600]), { maxLength: tools, size: 'max' }),
    // One turn in 15 begins a new session, so a session has about 15 turns.
    pause: fc.integer({ min: 0, max: 14 }),
    isFact: fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 8, maxLength: 8 }),
  });
  const messages: MemoryMessage[] = [];
  const facts: string[] = [];
  const pauses = new Set<number>();
  for (const [at, { question, answer, results, pause, isFact }] of fc
    .sample(turn, { numRuns: turns, seed })
    .entries()) {
    if (at > 0 && pause === 0) pauses.add(messages.length);
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
  return { set, name, messages, facts, pauses };
}
