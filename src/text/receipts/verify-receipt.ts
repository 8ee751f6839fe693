import {
  countGrounding,
  type DetailCounts,
  describeFinding,
  type GroundingState,
  isDoubt,
  oneLine,
  opinionStates,
} from '#schema/runs/grounding.ts';
import { applyOpinions } from '#schema/runs/opinions.ts';
import type { Receipt, ReceiptSentence } from '#schema/runs/receipt.ts';
import type { GroundedSentence, Grounding } from '#text/ground-summary.ts';
import { sharesContent } from '#text/second-opinion/rank-passages.ts';
import { cleanText, fold, withoutMark } from './clean-text.ts';
import { type Piece, presentVerdict } from './describe-receipt.ts';
import { findCorrections, mayConcern } from './find-corrections.ts';
import type { Edit, ReadReceipt } from './read-receipt.ts';

export interface VerifiedSentence {
  /** The sentence as the file shows it. */
  text: string;
  /** The verdict in the receipt, or null if the receipt does not have this sentence. */
  verdict: GroundingState | null;
  decidedBy: ReceiptSentence['decidedBy'] | null;
  /** The verdict of the rules now, or null if the sentence was removed from the summary. */
  rulesNow: GroundingState | null;
  holds: boolean;
  /** The reasons why the sentence does not hold. */
  reasons: string[];
}

export interface Verification {
  /** Whether every sentence holds and nothing else was edited. */
  holds: boolean;
  sourceChanged: boolean;
  /** What was edited outside the sentences. */
  problems: string[];
  /** Notes in the source that correct it. */
  corrections: string[];
  /** Whether there is text around the receipt, which is not part of it. */
  isSurrounded: boolean;
  sentences: VerifiedSentence[];
}

interface Source {
  text: string;
  /** The SHA-256 in hexadecimal. */
  hash: string;
  /** The check by rules of the summary as the file shows it, against this source. */
  grounding: Grounding;
  /** Whether the data is as it was written. */
  isSealed: boolean;
  language: string;
  summaryLanguage: string;
}

export function verifyReceipt(read: ReadReceipt, source: Source): Verification {
  const { receipt, edits, isOther, isSurrounded } = read;
  const { language, summaryLanguage } = source;
  const corrections = findCorrections(source.text);
  const sourceChanged = source.hash !== receipt.source.sha256;
  const folded = fold(cleanText(source.text));
  const verifier: Verifier = {
    receipt,
    sourceText: source.text,
    isUnchanged: !sourceChanged,
    hasPassage: (passage) => folded.includes(fold(cleanText(passage))),
    isAbout: (passage, sentence) =>
      sharesContent(sentence, passage, { language, claimLanguage: summaryLanguage }),
    corrections: corrections.map((text) => ({
      text,
      concerns: (other) => mayConcern(text, other, language),
    })),
    editsOf: groupEdits(isOther ? [] : edits),
  };
  const pairs = pairSentences(
    isOther ? [] : receipt.sentences.map((sentence, index) => ({ ...sentence, index })),
    source.grounding.sentences,
  );
  const sentences = pairs.map((pair) => verifySentence(pair, verifier));
  const problems = isOther
    ? ['The text and the data of this file belong to different receipts.']
    : [
        ...listProblems(edits, { isReworded: pairs.some(({ isSame }) => !isSame) }),
        ...listDataProblems(receipt, source),
        ...(sourceChanged ? [] : listCountProblems(receipt, pairs)),
      ];
  const holds = problems.length === 0 && sentences.every((sentence) => sentence.holds);
  return { holds, sourceChanged, problems, corrections, isSurrounded, sentences };
}

interface Verifier {
  receipt: Receipt;
  sourceText: string;
  isUnchanged: boolean;
  hasPassage(passage: string): boolean;
  /** Whether a passage shares content with a sentence. */
  isAbout(passage: string, sentence: string): boolean;
  corrections: { text: string; concerns(sentence: string): boolean }[];
  editsOf: ReadonlyMap<number | null, Edit[]>;
}

type Numbered = ReceiptSentence & { index: number };

function verifySentence(
  { old, now, isSame }: Pair<Numbered, GroundedSentence>,
  verifier: Verifier,
): VerifiedSentence {
  const edits = (old === null ? undefined : verifier.editsOf.get(old.index)) ?? [];
  const reasons = [
    ...(isSame ? [] : [describeEdit(old, now)]),
    ...edits.flatMap(({ part }) => partWords[part] ?? []).map((part) => `${part} was edited after the check`),
    ...(old === null ? [] : listMissing(old, verifier)),
    ...(now === null ? [] : listConflicts(isSame ? old : null, now, verifier)),
    ...(old === null || now === null || !isSame ? [] : listForged(old, now, verifier)),
    ...(old === null ? [] : listCorrections(old, verifier)),
  ];
  return {
    text: oneLine(withoutMark((now ?? old)?.text ?? '')),
    verdict: old === null ? null : presentVerdict(old),
    decidedBy: old?.decidedBy ?? null,
    rulesNow: now?.state ?? null,
    holds: reasons.length === 0,
    reasons,
  };
}

function describeEdit(old: Numbered | null, now: GroundedSentence | null): string {
  if (old === null) return 'the receipt’s data does not have it';
  if (now === null) return 'it was removed from the summary after the check';
  return `it was edited after the check; the receipt has “${oneLine(old.text)}”`;
}

const partWords: Partial<Record<Piece['part'], string>> = {
  text: 'the sentence in the list',
  verdict: 'the verdict',
  reason: 'the reason',
  finding: 'a finding',
  passage: 'a passage',
};

/** Lists what the receipt quotes from the source although the source does not have it. */
function listMissing({ passages, findings }: ReceiptSentence, { hasPassage }: Verifier): string[] {
  const quoted = [...passages, ...findings.flatMap(({ said }) => said ?? [])];
  return [...new Set(quoted)]
    .filter((passage) => !hasPassage(passage))
    .map((passage) => `the passage “${oneLine(passage)}” is not in the source`);
}

/** Lists what rules find again in the same source if nobody changed it, and what a verdict needs to rest on. */
function listForged(old: Numbered, now: GroundedSentence, verifier: Verifier): string[] {
  const { decidedBy, passages } = old;
  const verdict = presentVerdict(old);
  const isAbout = (passage: string) => verifier.hasPassage(passage) && verifier.isAbout(passage, old.text);
  const needsPassage = decidedBy === 'model' && (verdict === 'confirmed' || verdict === 'wrong');
  if (needsPassage && !passages.some(isAbout))
    return ['it has no passage of the source about the same thing'];
  if (decidedBy === 'model' && verdict === 'wrong' && !old.findings.some(({ kind }) => kind === 'claim'))
    return ['the receipt leaves out what the model found'];
  if (!verifier.isUnchanged || verifier.receipt.precisReceipt === 1) return [];
  const compared = now.support.map((passage) => fold(cleanText(passage.text)));
  // Other rules may compare a sentence of free wording with other passages.
  const isOwn = (passage: string) =>
    compared.includes(fold(passage)) || (verdict !== 'quoted' && isAbout(passage));
  const foreign = decidedBy === 'rules' ? passages.filter((passage) => !isOwn(passage)) : [];
  const told = old.findings.filter(({ kind }) => kind !== 'claim').map((finding) => describeFinding(finding));
  const found = listFound(now, verifier);
  return [
    ...foreign
      .filter(verifier.hasPassage)
      .map((passage) => `the passage “${oneLine(passage)}” is about something else`),
    ...found
      .filter((finding) => !told.includes(finding))
      .map((finding) => `the receipt leaves out a finding: ${finding}`),
    ...told.flatMap((finding) =>
      finding === null || found.includes(finding)
        ? []
        : [`rules do not find what the receipt says: ${finding}`],
    ),
  ];
}

/** A correction that was in the source when it was summarized was read with it. A later one may change a sentence. */
function listCorrections({ text, passages }: Numbered, { isUnchanged, corrections }: Verifier): string[] {
  if (isUnchanged) return [];
  return corrections
    .filter((correction) => correction.concerns(text))
    .filter((correction) => passages.every((passage) => !fold(correction.text).includes(fold(passage))))
    .map((correction) => `the source has a correction: “${oneLine(correction.text)}”`);
}

/** Lists what the rules now say against a sentence. Without an old sentence, every doubt counts. */
function listConflicts(old: ReceiptSentence | null, now: GroundedSentence, verifier: Verifier): string[] {
  if (old === null) return isDoubt(now.state) ? describeDoubt(now, verifier) : [];
  const { decidedBy } = old;
  const verdict = presentVerdict(old);
  const rules = old.rules === null ? null : presentVerdict({ verdict: old.rules, decidedBy: 'rules' });
  if (decidedBy === 'rules') return agrees(verdict, now.state) ? [] : describeChange(verdict, now, verifier);
  if (decidedBy === 'person') {
    const isPersons = rules !== null && (verdict === 'confirmed' || verdict === 'wrong');
    if (!isPersons) return ['the receipt says that the reader decided, but not what'];
    return verifier.isUnchanged && !agrees(rules, now.state) ? describeChange(rules, now, verifier) : [];
  }
  const conflicts: string[] = [];
  if (verifier.receipt.check.by === 'rules')
    conflicts.push('the receipt says that a model decided, but no model checked the summary');
  if (!couldDecide(verdict, now)) conflicts.push(...describeChange(verdict, now, verifier));
  else if (verifier.isUnchanged && rules !== null && !agrees(rules, now.state))
    conflicts.push(...describeChange(rules, now, verifier));
  const isListed = verifier.isUnchanged && verifier.receipt.precisReceipt > 1;
  if (!isListed && isDoubt(now.state) && old.findings.length === 0 && conflicts.length === 0)
    conflicts.push(...describeDoubt(now, verifier));
  return conflicts;
}

/**
 * Whether two verdicts of the rules agree. Rules that find word for word what was not checked before do not
 * contradict the receipt.
 */
function agrees(before: GroundingState, now: GroundingState): boolean {
  return before === now || (before === 'not-checked' && now === 'quoted');
}

/** Whether any opinion of a model could lead from the verdict of the rules to this verdict. */
function couldDecide(verdict: GroundingState, now: GroundedSentence): boolean {
  return opinionStates.some((state) => {
    const opinion = {
      start: now.start,
      end: now.end,
      opinion: { state, reason: '', passages: [], quote: '' },
    };
    const { sentences } = applyOpinions({ sentences: [now] }, [{ ...opinion, wrong: null }]);
    return sentences[0]?.state === verdict;
  });
}

/** Describes a changed verdict. If the source has changed, a doubt that it no longer raises is not reported. */
function describeChange(before: GroundingState, now: GroundedSentence, verifier: Verifier): string[] {
  if (isDoubt(before)) {
    if (!verifier.isUnchanged) return [];
    return [`the receipt says ${words[before]}, but rules find it ${words[now.state]}`];
  }
  if (isDoubt(now.state)) return describeDoubt(now, verifier);
  if (before === 'not-checked') return [];
  return ['rules no longer find it word for word in the source'];
}

const words: Record<GroundingState, string> = {
  quoted: 'quoted',
  confirmed: 'confirmed',
  different: 'different',
  'not-in-the-source': 'not in the source',
  wrong: 'wrong',
  'not-checked': 'not checked',
};

function describeDoubt(now: GroundedSentence, verifier: Verifier): string[] {
  const found = listFound(now, verifier);
  return found.length > 0 ? found : [`rules find it ${words[now.state]}`];
}

/** What rules find now, as a receipt describes it. */
function listFound({ flags }: GroundedSentence, { sourceText }: Verifier): string[] {
  return flags.flatMap(({ kind, reason, text, source }) => {
    const said = source === undefined ? null : cleanText(sourceText.slice(source.start, source.end));
    return describeFinding({ kind, reason, detail: cleanText(text), said }) ?? [];
  });
}

function groupEdits(edits: readonly Edit[]): ReadonlyMap<number | null, Edit[]> {
  return Map.groupBy(edits, ({ sentence }) => sentence);
}

/** Lists edits by their parts. Edits inside the sentences of the summary are reported with the sentences. */
function listProblems(edits: readonly Edit[], { isReworded }: { isReworded: boolean }): string[] {
  const parts = new Set(edits.map(({ part }) => part));
  return [
    ...(parts.has('title') ? ['The title was edited.'] : []),
    ...(parts.has('summary') && !isReworded ? ['The summary was edited between its sentences.'] : []),
    ...(parts.has('about') ? ['What the receipt says about the source and the check was edited.'] : []),
    ...(parts.has('page') ? ['Markup was edited or added, so the file may show something else.'] : []),
  ];
}

/** Lists edits of the data, which a reader of a JSON file sees as they are. */
function listDataProblems(receipt: Receipt, { text, hash, isSealed }: Source): string[] {
  const { precisReceipt, details, seal, sentences, source } = receipt;
  const isNewer =
    details !== undefined || seal !== undefined || sentences.some(({ decidedBy }) => decidedBy === 'person');
  if (precisReceipt === 1) return isNewer ? ['The version of the receipt was edited.'] : [];
  const isLong = source.sha256 === hash && source.characters !== text.length;
  return [
    ...(isSealed ? [] : ['The data of the receipt was edited after it was written.']),
    ...(details === undefined ? ['The receipt does not say how many details were found.'] : []),
    ...(isLong ? ['The length of the source is not the one in the receipt.'] : []),
  ];
}

/** Counts the details again, each sentence with the verdict that the receipt gives it. */
function listCountProblems(
  { details }: Receipt,
  pairs: readonly Pair<Numbered, GroundedSentence>[],
): string[] {
  if (details === undefined) return [];
  const sentences = pairs.flatMap(({ old, now, isSame }) =>
    old === null || now === null || !isSame ? [] : [{ ...now, state: presentVerdict(old) }],
  );
  // An edited sentence is reported itself.
  if (sentences.length < pairs.length) return [];
  const now = countGrounding({ sentences }).details;
  const isSame = (Object.keys(now) as (keyof DetailCounts)[]).every((key) => now[key] === details[key]);
  const [said, found] = [details, now].map((each) => `${each.found} of ${each.total}`);
  return isSame ? [] : [`The receipt says ${said} details found, but its sentences have ${found}.`];
}

interface Pair<Old, Now> {
  /** The old sentence, or null if the sentence was added. */
  old: Old | null;
  /** The present sentence, or null if the sentence was removed. */
  now: Now | null;
  isSame: boolean;
}

/**
 * Pairs the sentences of two texts in order. Equal sentences are paired first, and those between them by their place.
 */
function pairSentences<Old extends { text: string }, Now extends { text: string }>(
  before: readonly Old[],
  after: readonly Now[],
): Pair<Old, Now>[] {
  const places = Map.groupBy(before.keys(), (at) => nameOf(before[at]?.text ?? ''));
  const pairs: Pair<Old, Now>[] = [];
  let [old, now] = [0, 0];
  for (const [at, sentence] of after.entries()) {
    const found = places.get(nameOf(sentence.text))?.find((place) => place >= old);
    if (found === undefined) continue;
    pairUp(found, at);
    pairs.push({ old: before[found] ?? null, now: sentence, isSame: true });
    [old, now] = [found + 1, at + 1];
  }
  pairUp(before.length, after.length);
  return pairs;

  function pairUp(oldEnd: number, nowEnd: number): void {
    for (; old < oldEnd || now < nowEnd; old += 1, now += 1) {
      pairs.push({
        old: old < oldEnd ? (before[old] ?? null) : null,
        now: now < nowEnd ? (after[now] ?? null) : null,
        isSame: false,
      });
    }
  }
}

function nameOf(sentence: string): string {
  return fold(withoutMark(cleanText(sentence)));
}
