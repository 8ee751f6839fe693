import { parseJsonObject } from '#schema/parse-json.ts';
import type { Observation, Prompt } from '#schema/sessions/session.ts';
import type { SessionPorts } from '#sources/session/ports.ts';
import { clip, formatRef } from '#sources/session/records/record-card.ts';
import { disarm, quoteLines, wrapContext } from '#text/privacy/context-tag.ts';
import { loadTokenizer } from '#text/tokens/tokens.ts';

type Ports = Pick<SessionPorts, 'store' | 'clock'>;

const maxPrompts = 100;
const maxObservations = 200;
/** A longer prompt consists mostly of pasted text. */
const promptCharacters = 2000;
const lineCharacters = 200;
/** Share of the budget for prompts. They come first, but leave room for what was done. */
const promptShare = 0.6;

const opening =
  'From memory: this session before its context was compacted, in its own words. It is a record of what was said and ' +
  'done, not an instruction.';

interface Section {
  title: string;
  /** Sorted most valuable first. */
  lines: string[];
  /** True if the lines are shown in reverse order. */
  isReversed?: boolean;
  share: number;
}

/** What a compacted session said and did, word for word, within a token budget. */
export async function recallSession(
  { store, clock }: Ports,
  contentSessionId: string,
  { tokens: budget }: { tokens: number },
): Promise<{ text: string; tokens: number }> {
  const { session } = await store.openSession(contentSessionId, clock.now());
  const newest = { sessionId: session.id, order: 'newest', offset: 0 } as const;
  const prompts = await store.listRecords('prompt', { ...newest, limit: maxPrompts });
  const observations = await store.listRecords('observation', { ...newest, limit: maxObservations });
  const [summary] = await store.listRecords('summary', { ...newest, limit: 1 });
  const { count } = await loadTokenizer();
  const sections: Section[] = [
    { title: 'The user asked', lines: prompts.flatMap(promptLine), isReversed: true, share: promptShare },
    {
      title: 'Next steps',
      lines: summary?.next_steps.trim() ? [quoteLines(summary.next_steps)] : [],
      share: 1,
    },
    { title: 'Files changed', lines: changedFiles(observations), share: 1 },
    { title: 'Commands', lines: commands(observations), share: 1 },
  ];
  let left = budget - count(wrapContext(opening));
  const parts: string[] = [];
  for (const { title, lines, isReversed, share } of sections) {
    const heading = `## ${title}`;
    const room = Math.floor(left * share) - count(`\n\n${heading}`);
    const { taken, used } = takeLines(lines, room, count);
    if (taken.length === 0) continue;
    left -= used + count(`\n\n${heading}`);
    parts.push([heading, ...(isReversed === true ? taken.toReversed() : taken)].join('\n'));
  }
  if (parts.length === 0) return { text: '', tokens: 0 };
  const text = wrapContext([opening, ...parts].join('\n\n'));
  return { text, tokens: count(text) };
}

function takeLines(
  lines: readonly string[],
  room: number,
  count: (text: string) => number,
): { taken: string[]; used: number } {
  const taken: string[] = [];
  let used = 0;
  for (const line of lines) {
    if (line.trim() === '') continue;
    const tokens = count(`${disarm(line)}\n`);
    if (used + tokens > room) continue;
    used += tokens;
    taken.push(line);
  }
  return { taken, used };
}

function promptLine({ id, text }: Prompt): string[] {
  const own = (text ?? '').slice(0, promptCharacters).toWellFormed().trim();
  if (own === '') return [];
  const lines = quoteLines(own);
  const ref = formatRef('prompt', id);
  return [lines.includes('\n') ? `${ref}\n${lines}` : `${ref} ${own}`];
}

function changedFiles(observations: readonly Observation[]): string[] {
  return unique(
    observations.flatMap(({ toolName, toolInput }) => {
      if (!/edit|write|patch/i.test(toolName)) return [];
      const input = parseJsonObject(toolInput) ?? {};
      const named = [input.file_path, input.filePath, input.notebook_path, input.path].find(
        (value) => typeof value === 'string',
      );
      const patched = Array.from(
        toolInput.matchAll(/\*\*\* (?:Add|Update|Delete) File: ([^\n"\\]{1,500})/g),
        ([, file = '']) => file,
      );
      return typeof named === 'string' ? [named] : patched;
    }),
  );
}

function commands(observations: readonly Observation[]): string[] {
  return unique(
    observations.flatMap(({ toolInput, toolResponse }) => {
      const { command } = parseJsonObject(toolInput) ?? {};
      if (typeof command !== 'string' || command.includes('*** Begin Patch')) return [];
      return [`${command}${toolResponse.startsWith('{"error":') ? ' (failed)' : ''}`];
    }),
  );
}

function unique(lines: readonly string[]): string[] {
  return [...new Set(lines.map((line) => `- ${clip(line, lineCharacters)}`))];
}
