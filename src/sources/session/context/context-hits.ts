import type { SessionId } from '#schema/sessions/session.ts';
import { recordKinds } from '#schema/sessions/session.ts';
import type { SessionPorts } from '#sources/session/ports.ts';
import { dateOf, quote } from './context-pieces.ts';
import { findHits } from './find-hits.ts';
import type { ContextPiece } from './fit-sections.ts';
import type { HitLine, HitSession } from './hit-lines.ts';
import { findSuccessors } from './mark-superseded.ts';

type Ports = Pick<SessionPorts, 'store' | 'memories' | 'clock' | 'deliveries'>;

/** Each further line of a session is worth this much less than the one before it. */
const nextLine = 0.85;

export interface HitPiece extends ContextPiece {
  line: HitLine;
}

/** The lines of sessions as quotations, most telling first. What may be replaced comes after what replaces it. */
export async function quoteHits(
  { deliveries }: Pick<Ports, 'deliveries'>,
  sessions: readonly HitSession[],
): Promise<HitPiece[]> {
  if (sessions.length === 0) return [];
  const compatible = await deliveries.listCompatible(sessions.map(({ id }) => id));
  const successors = findSuccessors(sessions, compatible);
  const best = Math.max(...sessions.map(({ weight }) => weight));
  const worthOf = ({ weight }: HitSession) => weight / best;
  return sessions
    .flatMap((session) => {
      const successor = successors.get(session);
      const worth = Math.min(worthOf(session), successor === undefined ? 1 : worthOf(successor) * 0.9);
      const by = successor?.lines[0]?.ref;
      return session.lines.map((line, at) => ({ line, by, worth: worth * nextLine ** at }));
    })
    .sort((one, other) => other.worth - one.worth)
    .filter(isFirst)
    .map(({ line, by }) => toPiece(line, by));
}

/** The same words are often said in several sessions. */
function isFirst({ line }: { line: HitLine }, at: number, all: readonly { line: HitLine }[]): boolean {
  return all.findIndex((other) => other.line.text === line.text) === at;
}

const voices = { user: 'user', mixed: 'prompt, maybe pasted', agent: 'agent', tool: 'tool output' } as const;

function toPiece(line: HitLine, by: string | undefined): HitPiece {
  const { ref, createdAt, voice, text } = line;
  const state = by === undefined ? '' : `, may be superseded by ${by}`;
  return {
    line,
    ref,
    createdAt,
    text: `- ${ref}, ${dateOf(line)}, ${voices[voice]}${state}: ${quote(text)}`,
  };
}

/** What records say about a question, for a context. */
export async function readHits(
  ports: Ports,
  { about, projects, own }: { about: string; projects: string[] | undefined; own: SessionId | undefined },
): Promise<HitPiece[][]> {
  const sessions = await findHits(ports, { about, projects, exceptSessionId: own, kinds: recordKinds });
  return (await quoteHits(ports, sessions)).map((piece) => [piece]);
}
