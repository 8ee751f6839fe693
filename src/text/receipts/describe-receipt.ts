import { oneLine } from '#schema/runs/grounding.ts';
import type { Receipt, ReceiptSentence } from '#schema/runs/receipt.ts';
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
  const { sentences, check } = receipt;
  const having = (verdict: ReceiptSentence['verdict']) =>
    sentences.filter((sentence) => sentence.verdict === verdict).length;
  const counts = {
    sentences: sentences.length,
    supported: having('supported'),
    contradicted: having('contradicted'),
    notFound: having('not-found'),
    undecided: having('undecided'),
  };
  return labelsOf(receipt).check(counts, check.by === 'rules' ? undefined : check.model);
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
  const name = model === undefined ? receipt.check.model : model;
  return labels.byModel(name === null ? null : oneLine(name), rules);
}

/** Lists the findings of a sentence, one line for each. */
export function listFindings(receipt: Receipt, { findings }: ReceiptSentence): string[] {
  return findings.flatMap((finding) => labelsOf(receipt).finding(finding) ?? []);
}

export function passageLabel(receipt: Receipt, { verdict }: ReceiptSentence): string {
  const { passage, closestPassage } = labelsOf(receipt);
  return verdict === 'supported' ? passage : closestPassage;
}

export function verifyCommand({ source }: Receipt): string {
  return source.url === null ? 'precis verify FILE --source SOURCE' : 'precis verify FILE';
}
