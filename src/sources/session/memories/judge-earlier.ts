import type { SessionPorts } from '#sources/session/ports.ts';
import { type FoundMemory, findMemories } from '#text/memories/find-memories.ts';
import { proposalIn, proposalInNote } from '#text/memories/find-proposal.ts';
import type { JudgedMemory, MemoryStore, UnjudgedMemory } from './ports.ts';
import { hashMemory } from './recognize.ts';

interface Ports extends Pick<SessionPorts, 'hash' | 'clock'> {
  memories: Pick<MemoryStore, 'listUnjudged' | 'settleJudged'>;
}

/** The longest prompt takes about 10 ms to read, and other requests wait meanwhile. */
const perStep = 5;

/**
 * Judges some statements again that earlier versions recognized. They are inactive until then. Each step is one
 * transaction, so that nothing is lost when the process stops. Returns whether there may be more.
 */
export async function judgeEarlier(ports: Ports): Promise<boolean> {
  const unjudged = await ports.memories.listUnjudged(perStep);
  if (unjudged.length === 0) return false;
  const judged = unjudged.map((memory) => judge(ports, memory));
  await ports.memories.settleJudged(judged, ports.clock.now());
  return true;
}

function judge(ports: Ports, memory: UnjudgedMemory): JudgedMemory {
  const { id, text, origin } = memory;
  const project = memory.project ?? memory.sessionProject;
  const isForAllProjects = origin === 'recognized' && memory.project === null && project !== null;
  const found = findAgain(ports, memory);
  const known =
    origin === 'agent' ? proposalInNote(text) : found === null ? proposalIn(text) : found.proposes;
  const isVouchedFor = project !== null && (origin === 'agent' || found !== null);
  const asks = known ?? (isVouchedFor ? null : 'earlier');
  return { id, project, asks, isForAllProjects };
}

/** Finds the statement in its prompt with the rules of this version. */
function findAgain(ports: Ports, { promptText, textHash }: UnjudgedMemory): FoundMemory | null {
  if (promptText === null) return null;
  const { memories } = findMemories(promptText);
  return memories.find(({ text }) => hashMemory(ports, text) === textHash) ?? null;
}
