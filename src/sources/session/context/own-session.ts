import { parseJsonObject } from '#schema/parse-json.ts';
import type { Observation, Prompt, SessionId } from '#schema/sessions/session.ts';
import type { SessionPorts } from '#sources/session/ports.ts';
import { clip, formatRef } from '#sources/session/records/record-card.ts';
import { withoutToolLines } from '#text/extract-session.ts';
import { findConstraints } from '#text/memories/find-constraints.ts';
import { quotableLines } from '#text/memories/quotable-words.ts';
import { typedSentences } from '#text/memories/typed-words.ts';
import { quoteLines } from '#text/privacy/context-tag.ts';
import { cutCharacters, toOneLine } from '#text/sentences/cut-text.ts';
import { quote } from './context-pieces.ts';
import { type ContextPiece, listSection, type Section } from './fit-sections.ts';

type Ports = Pick<SessionPorts, 'store'>;

const maxPrompts = 1000;
const maxShownPrompts = 100;
const openingPrompts = 4;
const maxObservations = 200;
const maxSummaries = 20;
/** A longer prompt consists mostly of pasted text. */
const longestWhole = 600;
const constraintCharacters = 400;
const lineCharacters = 200;
const typedCharacters = 300;

interface OwnSession {
  /** What the user asked to hold in this session. */
  constraints: Section;
  /** The words of the constraints. */
  said: ReadonlySet<string>;
  /** The rest: what is open, what was asked, and what was done. */
  work: Section[];
}

/** What a compacted session said and did, word for word. */
export async function readOwnSession(
  { store }: Ports,
  sessionId: SessionId,
  shorten: (text: string) => string,
): Promise<OwnSession> {
  const newest = { sessionId, order: 'newest', offset: 0 } as const;
  const prompts = await store.listRecords('prompt', { ...newest, limit: maxPrompts });
  const observations = await store.listRecords('observation', { ...newest, limit: maxObservations });
  const summaries = await store.listRecords('summary', { ...newest, limit: maxSummaries });
  const [summary] = summaries;
  const stated = constraintsOf(prompts);
  const open = summary?.next_steps.trim() ?? '';
  const at = summary?.createdAt ?? 0;
  const lines = (title: string, texts: readonly string[]) =>
    listSection(
      title,
      texts.map((text) => [{ ref: '', createdAt: at, text: shorten(text) }]),
    );
  return {
    constraints: listSection(
      '## Constraints the user stated in this session',
      stated.map((constraint) => [toPiece(constraint)]),
      0.6,
    ),
    said: new Set(stated.map(({ said }) => said)),
    work: [
      lines('## Next steps', open === '' ? [] : [quoteLines(open)]),
      {
        ...listSection('## The user asked', openingFirst(prompts).flatMap(promptForms), 0.7),
        render: (chosen) =>
          [
            '## The user asked',
            ...chosen.toSorted((one, other) => numberOf(one) - numberOf(other)).map(({ text }) => text),
          ].join('\n'),
      },
      lines(
        '## Learned',
        quotableLines(summaries.flatMap(({ learned }) => withoutToolLines(learned))).map(
          (line) => `- ${quote(clip(line, lineCharacters))}`,
        ),
      ),
      lines('## Files changed', changedFiles(observations)),
      lines('## Commands', commands(observations)),
    ],
  };
}

interface Stated {
  prompt: Prompt;
  said: string;
  mayBePasted: boolean;
}

/** The constraints, newest first and each once. */
function constraintsOf(prompts: readonly Prompt[]): Stated[] {
  const seen = new Set<string>();
  return prompts.flatMap((prompt) =>
    findConstraints(prompt.text ?? '').flatMap(({ text, mayBePasted }) => {
      const said = clip(text, constraintCharacters);
      if (seen.has(said)) return [];
      seen.add(said);
      return [{ prompt, said, mayBePasted }];
    }),
  );
}

function toPiece({ prompt, said, mayBePasted }: Stated): ContextPiece {
  const ref = formatRef('prompt', prompt.id);
  const text = mayBePasted ? `- ${quote(said)} (${ref}, maybe pasted)` : `- ${said} (${ref})`;
  return { ref, createdAt: prompt.createdAt, text };
}

/** The opening prompts say what the session is for. After them, the newest count most. */
function openingFirst(prompts: readonly Prompt[]): Prompt[] {
  const opening = prompts.slice(-openingPrompts).toReversed();
  return [...opening, ...prompts.slice(0, -openingPrompts)].slice(0, maxShownPrompts);
}

function numberOf({ ref }: ContextPiece): number {
  return Number(ref.slice(1));
}

/** A prompt as it is, and without what may be pasted. */
function promptForms({ id, text, createdAt }: Prompt): ContextPiece[][] {
  const own = (text ?? '').toWellFormed().trim();
  if (own === '') return [];
  const ref = formatRef('prompt', id);
  const typed = toOneLine(typedSentences(own).join(' '));
  const isTyped = typed.length >= toOneLine(own).length;
  const whole = isTyped ? `${ref} ${own}` : `${ref}\n${quoteLines(cutCharacters(own, longestWhole))}`;
  const short =
    typed === ''
      ? `${ref}\n${quoteLines(clip(own, lineCharacters))}`
      : `${ref} ${clip(typed, typedCharacters)} […]`;
  const forms = own.length > longestWhole ? [short] : isTyped ? [whole] : [whole, short];
  return [forms.map((form) => ({ ref, createdAt, text: form }))];
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
  return [...new Set(lines.map((line) => `- ${quote(clip(line, lineCharacters))}`))];
}
