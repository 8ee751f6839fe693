import { countStates, countVerdicts, type GroundingState, oneLine } from '#schema/runs/grounding.ts';
import type { Receipt, ReceiptSentence, ReceiptVerdict } from '#schema/runs/receipt.ts';
import { labelsOf } from './labels/labels.ts';

/** A piece of what people read in a receipt. A change is reported by the part of the receipt that contains it. */
export interface Piece {
  part: 'page' | 'title' | 'summary' | 'about' | 'text' | 'verdict' | 'reason' | 'finding' | 'passage';
  /** The index of the sentence that the piece is about. */
  sentence: number | null;
  text: string;
}

/** Describes in one line how the whole summary was checked. */
export function describeCheck(receipt: Receipt): string {
  const { sentences, check, details } = receipt;
  const labels = labelsOf(receipt);
  const model = check.by === 'rules' ? undefined : check.model;
  if (details === undefined) {
    const having = (verdict: ReceiptVerdict) =>
      sentences.filter((sentence) => sentence.verdict === verdict).length;
    return labels.checkInVersion1(sentences.length, having, model);
  }
  const persons = sentences.filter(({ decidedBy }) => decidedBy === 'person').map(presentVerdict);
  const byPerson = countVerdicts(persons.map((verdict) => (verdict === 'wrong' ? 'wrong' : 'right')));
  return labels.check(
    { ...countStates(sentences.map(presentVerdict)), details, ...(byPerson && { byPerson }) },
    model,
  );
}

/** Translates a verdict of version 1. Its rules called more supported than what the source has word for word. */
export function presentVerdict({
  verdict,
  decidedBy,
}: Pick<ReceiptSentence, 'verdict' | 'decidedBy'>): GroundingState {
  const isRules = decidedBy === 'rules';
  if (verdict === 'supported') return isRules ? 'not-checked' : 'confirmed';
  if (verdict === 'contradicted') return isRules ? 'different' : 'wrong';
  if (verdict === 'not-found') return 'not-in-the-source';
  return verdict === 'undecided' ? 'not-checked' : verdict;
}

export interface Fact {
  label: string;
  value: string;
  /** Whether the value is an identifier, which is shown unchanged. */
  isCode: boolean;
}

export function listFacts(receipt: Receipt): Fact[] {
  const { source, summary } = receipt;
  const labels = labelsOf(receipt);
  const writer = summary.model === 'offline' ? labels.offlineModel : (summary.model ?? labels.unknownModel);
  const written = labels.written({
    writer: oneLine(writer),
    at: summary.madeAt,
    language: summary.language === null ? null : oneLine(summary.language),
  });
  return [
    ...(source.title === null ? [] : [{ label: labels.source, value: oneLine(source.title), isCode: false }]),
    ...(source.url === null ? [] : [{ label: labels.url, value: oneLine(source.url), isCode: true }]),
    { label: labels.hash, value: source.sha256, isCode: true },
    { label: labels.characters, value: String(source.characters), isCode: false },
    { label: labels.summary, value: written, isCode: false },
  ];
}

/** Describes who decided the verdict of a sentence. */
export function describeDecision(receipt: Receipt, { decidedBy, model, rules }: ReceiptSentence): string {
  const labels = labelsOf(receipt);
  if (decidedBy === 'rules') return labels.byRules;
  if (decidedBy === 'person') return labels.byPerson(rules);
  const name = model === undefined ? receipt.check.model : model;
  return labels.byModel(name === null ? null : oneLine(name), rules);
}

/** Lists the findings of a sentence, one line for each. */
export function listFindings(receipt: Receipt, { findings }: ReceiptSentence): string[] {
  return findings.flatMap((finding) => labelsOf(receipt).finding(finding) ?? []);
}

export function passageLabel(receipt: Receipt, { verdict }: ReceiptSentence): string {
  const { passage, closestPassage } = labelsOf(receipt);
  return sourced.has(verdict) ? passage : closestPassage;
}

const sourced: ReadonlySet<ReceiptVerdict> = new Set(['quoted', 'confirmed', 'supported']);

export function verifyCommand({ source }: Receipt): string {
  return source.url === null ? 'precis verify FILE --source SOURCE' : 'precis verify FILE';
}
