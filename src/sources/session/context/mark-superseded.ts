import { termsOf } from '#text/memories/compare-memories.ts';
import type { HitSession } from './find-hits.ts';
import type { SessionPair } from './ports.ts';

/**
 * The least share of its own terms that the shorter of two sessions has in common with the other: if the later one
 * says that something changes, and if it does not.
 */
const sameSubject = { revised: 0.2, restated: 0.4 };
const fewestShared = 3;

/** Words that say that something was decided before and is different now. */
const revises =
  /(?<!\p{L})(?:again|now|instead|no longer|any ?more|changed?|change of plan|revisit\p{L}{0,3}|after all|actually|scrap|drop(?:ped)?|replac\p{L}{1,4}|remov\p{L}{1,3}|rais\p{L}{1,3}|lower\p{L}{0,3}|increas\p{L}{1,3}|reduc\p{L}{1,3}|switch\p{L}{0,3}|mov(?:e|ed|ing)|new|from now on|back to|doch|jetzt|nun|statt|stattdessen|nicht mehr|neue[rsn]?|geändert|umgestellt|wieder|désormais|maintenant|plutôt|finalement|ne plus|nouve\p{L}{1,4}|changé|remplac\p{L}{1,4}|ahora|en vez|ya no|nuev[oa]s?|cambi\p{L}{1,4}|mejor|de nuevo)(?!\p{L})|改|换|不再|重新|新的|现在|变更|やめ|変更|変え|新しい|今後|代わり|再度/iu;

/**
 * Finds, for each session, the newest later one about the same subject, which may replace what the earlier one
 * decided.
 */
export function findSuccessors(
  sessions: readonly HitSession[],
  compatible: readonly SessionPair[],
): Map<HitSession, HitSession> {
  const subjects = new Map(sessions.map((session) => [session, subjectOf(session)]));
  const isKept = (older: HitSession, newer: HitSession) =>
    compatible.some((pair) => pair.older === older.id && pair.newer === newer.id);
  const successors = new Map<HitSession, HitSession>();
  for (const older of sessions) {
    const later = sessions
      .filter((newer) => newer.at > older.at || (newer.at === older.at && newer.id > older.id))
      .filter((newer) => !isKept(older, newer))
      .filter((newer) => {
        const isRevised = newer.lines.some(({ text }) => revises.test(text));
        const least = isRevised ? sameSubject.revised : sameSubject.restated;
        return shareOfSubject(subjects.get(older), subjects.get(newer)) >= least;
      })
      .toSorted((one, other) => other.at - one.at || other.id - one.id);
    const [newest] = later;
    if (newest !== undefined) successors.set(older, newest);
  }
  return successors;
}

function subjectOf({ lines }: HitSession): Set<string> {
  return termsOf(lines.map(({ text }) => text).join('\n'));
}

function shareOfSubject(one = new Set<string>(), other = new Set<string>()): number {
  const shared = [...one].filter((term) => other.has(term)).length;
  return shared < fewestShared ? 0 : shared / Math.min(one.size, other.size);
}
