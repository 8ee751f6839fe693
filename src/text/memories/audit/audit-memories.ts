import type { Memory, MemoryId } from '#schema/sessions/memory.ts';
import { type AuditFinding, auditKinds, type GivenSums } from '#schema/sessions/memory-audit.ts';
import { createRestatements } from '#text/memories/compare-memories.ts';
import { maskSecrets } from '#text/privacy/mask-secrets.ts';
import { cutCharacters, toOneLine } from '#text/sentences/cut-text.ts';
import { estimateTokens } from '#text/tokens/estimate-tokens.ts';
import { readEntries } from './read-entries.ts';

const namedCharacters = 80;

export interface AuditedMemory extends Pick<Memory, 'id' | 'text' | 'project' | 'supersededBy'> {
  state: 'current' | 'superseded' | 'proposed';
  /** The files that it names and that are gone. */
  missingFiles: readonly string[];
  /** Whether no session was given it although there was time for it. */
  isUndelivered: boolean;
}

/** A file that agents read in each session of a project. */
export interface ProjectGuide {
  project: string;
  name: string;
  text: string;
}

/** What is wrong with each memory, most urgent first. */
export function findInMemories(
  memories: readonly AuditedMemory[],
  guides: readonly ProjectGuide[],
): AuditFinding[] {
  const current = memories.filter(({ state }) => state === 'current');
  const byId = new Map(memories.map((memory) => [memory.id, memory]));
  const nameOf = (id: MemoryId) => {
    const text = maskSecrets(toOneLine(byId.get(id)?.text ?? ''));
    return text === '' ? `M${id}` : `M${id}: ${cutCharacters(text, namedCharacters)}`;
  };
  const findTwins = createRestatements(current);
  const lines = Map.groupBy(
    guides.flatMap(({ project, name, text }) =>
      readEntries(text).map((entry) => ({ project, text: entry.text, place: `${name}:${entry.line}` })),
    ),
    ({ project }) => project,
  );
  const findLines = new Map([...lines].map(([project, own]) => [project, createRestatements(own)]));
  const findings = memories.flatMap((memory): Pick<AuditFinding, 'kind' | 'id' | 'because'>[] => {
    const { id, text, project, state, supersededBy, missingFiles, isUndelivered } = memory;
    const because = supersededBy === null ? null : nameOf(supersededBy);
    const secret = maskSecrets(text) === text ? [] : [{ kind: 'secret' as const, id, because: null }];
    if (state === 'proposed') return [...secret, { kind: 'proposal', id, because: null }];
    if (state === 'superseded') return [...secret, { kind: 'superseded', id, because }];
    const twin = findTwins(memory).find((other) => covers(other, memory));
    const line = findLines.get(project ?? '')?.({ text, project: project ?? '', place: '' })[0];
    return [
      ...secret,
      ...(missingFiles.length === 0
        ? []
        : [{ kind: 'stale' as const, id, because: missingFiles.join(', ') }]),
      ...(twin === undefined ? [] : [{ kind: 'duplicate' as const, id, because: nameOf(twin.id) }]),
      ...(line === undefined ? [] : [{ kind: 'restated' as const, id, because: line.place }]),
      ...(isUndelivered ? [{ kind: 'undelivered' as const, id, because: null }] : []),
    ];
  });
  const order = (kind: AuditFinding['kind']) => auditKinds.indexOf(kind);
  return findings
    .map((finding) => {
      const { text = '', project = null } = byId.get(finding.id) ?? {};
      return { ...finding, text: maskSecrets(text), project };
    })
    .sort((one, other) => order(one.kind) - order(other.kind) || one.id - other.id);
}

/** Of two memories that say the same, the one of all projects stays, or else the earlier one. */
function covers(other: AuditedMemory, { id, project }: AuditedMemory): boolean {
  if (other.project === project) return other.id < id;
  return other.project === null;
}

/** Sums up what was given, by its tokens. */
export function sumGiven(tokens: readonly number[]): GivenSums {
  const sorted = tokens.toSorted((one, other) => one - other);
  const sum = sorted.reduce((total, one) => total + one, 0);
  return {
    times: sorted.length,
    meanTokens: sorted.length === 0 ? 0 : Math.round(sum / sorted.length),
    p95Tokens: sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0,
  };
}

export interface EntriesAudit {
  entries: number;
  /** Entries with the same words as an earlier one. */
  duplicates: number;
  /** Entries that say the same as an earlier one in other words. */
  restated: number;
  secrets: number;
  /** An estimate, if they are all given at once. */
  tokens: number;
}

/** Sums up what is wrong with the entries of another memory. */
export function auditEntries(texts: readonly string[]): EntriesAudit {
  const known = new Set<string>();
  const entries = texts
    .map((text, at) => ({ text, at }))
    .filter(({ text }) => {
      const plain = toOneLine(text).toLowerCase();
      return !known.has(plain) && known.add(plain);
    });
  const find = createRestatements(entries);
  return {
    entries: texts.length,
    duplicates: texts.length - entries.length,
    restated: entries.filter((entry) => find(entry).some(({ at }) => at < entry.at)).length,
    secrets: texts.filter((text) => maskSecrets(text) !== text).length,
    tokens: texts.reduce((sum, text) => sum + estimateTokens(text), 0),
  };
}
