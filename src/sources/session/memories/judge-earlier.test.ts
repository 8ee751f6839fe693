import { expect, test } from 'vitest';
import { type Memory, memoryIdSchema } from '#schema/sessions/memory.ts';
import { judgeEarlier } from './judge-earlier.ts';
import type { JudgedMemory, UnjudgedMemory } from './ports.ts';
import { hashMemory } from './recognize.ts';

const hash = (text: string) => text;

async function judge(
  text: string,
  { promptText = text, ...given }: Partial<UnjudgedMemory>,
): Promise<Omit<JudgedMemory, 'id'> | undefined> {
  const unjudged: UnjudgedMemory = {
    id: memoryIdSchema.parse(1),
    project: 'web',
    origin: 'recognized',
    sessionProject: 'web',
    text,
    textHash: hashMemory({ hash }, text),
    promptText,
    ...given,
  };
  const settled: JudgedMemory[] = [];
  const memories = {
    listUnjudged: async () => (settled.length === 0 ? [unjudged] : []),
    settleJudged: async (judged: readonly JudgedMemory[]) => void settled.push(...judged),
  };
  const ports = { memories, hash, clock: { now: () => 1 } };
  expect(await judgeEarlier(ports)).toBe(true);
  expect(await judgeEarlier(ports)).toBe(false);
  const [one] = settled;
  if (one === undefined) return undefined;
  const { id: _, ...verdict } = one;
  return verdict;
}

const rule = 'Never push to main.';

test.each<[string, string, Partial<UnjudgedMemory>, Partial<JudgedMemory>]>([
  ['typed words hold', rule, {}, { asks: null, project: 'web' }],
  ['words that the prompt does not say wait', rule, { promptText: 'Reply to it' }, { asks: 'earlier' }],
  ['words without their prompt wait', rule, { promptText: null }, { asks: 'earlier' }],
  ['a command waits', 'Always run the deploy script.', {}, { asks: 'action' }],
  [
    'typed words for all projects hold in their own',
    rule,
    { project: null },
    { asks: null, project: 'web', isForAllProjects: true },
  ],
  [
    'words for all projects from nowhere wait',
    rule,
    { project: null, sessionProject: null },
    { asks: 'earlier', project: null, isForAllProjects: false },
  ],
  [
    'what an agent saved for all projects holds in that of its session',
    rule,
    { origin: 'agent' satisfies Memory['origin'], project: null, promptText: null },
    { asks: null, project: 'web', isForAllProjects: false },
  ],
  [
    'what an agent saved for all projects without a session waits',
    rule,
    { origin: 'agent', project: null, sessionProject: null, promptText: null },
    { asks: 'earlier', project: null },
  ],
])('of what an earlier version kept, %s', async (_, text, given, verdict) => {
  expect(await judge(text, given)).toMatchObject(verdict);
});
