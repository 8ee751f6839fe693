import { stemEnglishWord } from '#text/language/stem.ts';
import { termsOf } from '#text/memories/compare-memories.ts';
import { type HitSession, textOf } from './hit-lines.ts';
import type { SessionPair } from './ports.ts';

/**
 * The least share of its own terms that the shorter of two sessions has in common with the other: if the later one
 * says that something changes and answers the question as well, if it only says so, and if it does not say so.
 */
const sameSubject = { answers: 0.15, revised: 0.25, restated: 0.4 };
/** A later session answers as well if it has this share of the earlier one’s weight. */
const asWell = 0.6;
const fewestShared = 3;

/** Words that say that something was decided before and is different now. */
const revises =
  /(?<!\p{L})(?:again|instead|no longer|any ?more|changed?|amend\p{L}{0,5}|supersed\p{L}{1,3}|revis\p{L}{1,4}|after all|scrap|drop(?:ped)?|replac\p{L}{1,4}|remov\p{L}{1,3}|rais\p{L}{1,3}|lower\p{L}{0,3}|increas\p{L}{1,3}|reduc\p{L}{1,3}|switch\p{L}{0,3}|back to|now|new|doch|jetzt|statt|stattdessen|nicht mehr|neue[rsn]?|geändert|umgestellt|wieder|désormais|maintenant|plutôt|finalement|ne plus|nouve\p{L}{1,4}|changé|remplac\p{L}{1,4}|ahora|en vez|ya no|nuev[oa]s?|cambi\p{L}{1,4}|de nuevo)(?!\p{L})|改|换|不再|重新|现在|变更|やめ|変更|変え|今後|代わり|再度/iu;
/** Words that say so of a rule. */
const amends =
  /(?<!\p{L})(?:again|no longer|amend\p{L}{0,5}|supersed\p{L}{1,3}|revis\p{L}{1,4}|instead|changed?|replaces?|geändert|nicht mehr|statt|neu geregelt|ne plus|remplac\p{L}{1,4}|modifi\p{L}{1,3}|ya no|en vez|cambi\p{L}{1,4})(?!\p{L})|不再|改成|改为|变更|変更|やめ|代わり/iu;

/**
 * Finds, for each session, the newest later one about the same subject, which may replace what the earlier one
 * decided.
 */
export function findSuccessors(
  sessions: readonly HitSession[],
  compatible: readonly SessionPair[],
): Map<HitSession, HitSession> {
  const isKept = (older: HitSession, newer: HitSession) =>
    compatible.some((pair) => pair.older === older.id && pair.newer === newer.id);
  const successors = new Map<HitSession, HitSession>();
  for (const older of sessions) {
    const [newest] = sessions
      .filter((newer) => !isKept(older, newer) && mayReplace(older, newer))
      .toSorted((one, other) => other.at - one.at || other.id - one.id);
    if (newest !== undefined) successors.set(older, newest);
  }
  return successors;
}

/** Whether a session that has little in common with the question amends what an earlier one decided. */
export function isAmendment(older: HitSession, newer: HitSession): boolean {
  return newer.lines.some(({ text }) => amends.test(text)) && mayReplace(older, newer);
}

/** Whether a session is a later one about the same subject. */
function mayReplace(older: HitSession, newer: HitSession): boolean {
  if (newer.at < older.at || (newer.at === older.at && newer.id <= older.id)) return false;
  const share = shareOfSubject(termsOfSession(older), termsOfSession(newer));
  const answers = newer.weight > 0 && newer.weight >= older.weight * asWell;
  if (share < (answers ? sameSubject.answers : sameSubject.revised)) return false;
  // A single prompt that says nothing of a change may only ask about the subject.
  const isRestated = share >= sameSubject.restated && newer.lines.length > 1;
  return isRestated || newer.lines.some(({ text }) => revises.test(text));
}

const known = new WeakMap<HitSession, Set<string>>();
const plainWord = /^[a-z]+$/;

function termsOfSession(session: HitSession): Set<string> {
  const terms =
    known.get(session) ??
    new Set(
      [...termsOf(textOf(session))].map((term) => (plainWord.test(term) ? stemEnglishWord(term) : term)),
    );
  known.set(session, terms);
  return terms;
}

function shareOfSubject(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const term of one) if (other.has(term)) shared += 1;
  return shared < fewestShared ? 0 : shared / Math.min(one.size, other.size);
}
