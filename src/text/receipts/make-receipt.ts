import { countGrounding, type GroundedSentence, type Grounding } from '#schema/runs/grounding.ts';
import {
  maxReceiptPassages,
  type Receipt,
  type ReceiptFinding,
  type ReceiptLanguage,
  type ReceiptSentence,
  receiptSchema,
} from '#schema/runs/receipt.ts';
import { cleanText, withoutMark } from './clean-text.ts';
import { receiptLabels } from './labels/labels.ts';

export interface CheckedSummary {
  title: string | null;
  url: string | null;
  /** The text that the offsets of the grounding refer to. */
  sourceText: string;
  /** The SHA-256 of the source text in hexadecimal. */
  sourceHash: string;
  text: string;
  language: string | null;
  grounding: Grounding;
  /** The provider of the run that wrote the summary. */
  provider: string | null;
  model: string | null;
  /** The time in UTC as ISO 8601. */
  madeAt: string;
  labels: ReceiptLanguage;
}

interface Texts {
  summary: string;
  source: string;
}

export function makeReceipt(checked: CheckedSummary): Receipt {
  const { title, url, sourceText, sourceHash, text, language, grounding, madeAt, labels } = checked;
  const texts = { summary: text, source: sourceText };
  const { check } = grounding;
  return {
    precisReceipt: 2,
    ...(labels !== 'en' && { labels }),
    title: cleanText(title ?? '').trim() || receiptLabels[labels].summaryTitle,
    source: {
      url,
      title: title === null ? null : cleanText(title),
      sha256: sourceHash,
      characters: sourceText.length,
    },
    summary: { text: cleanText(text), language, model: nameOf(checked), madeAt },
    check: { by: check === undefined ? 'rules' : 'model', model: check === undefined ? null : nameOf(check) },
    details: countGrounding(grounding).details,
    sentences: grounding.sentences.map((sentence) => toReceiptSentence(sentence, texts)),
  };
}

function nameOf({ provider, model }: { provider: string | null; model: string | null }): string | null {
  if (provider === 'builtin') return 'offline';
  return model === null ? null : cleanText(model);
}

function toReceiptSentence(sentence: GroundedSentence, texts: Texts): ReceiptSentence {
  const { start, end, state, support, opinion, person } = sentence;
  const isModels = opinion !== undefined && person === undefined && opinion.rules !== state;
  const byRules = opinion?.rules ?? person?.otherwise ?? state;
  const passages = isModels && opinion.passages.length > 0 ? opinion.passages : support;
  return {
    text: withoutMark(cleanText(texts.summary.slice(start, end))),
    verdict: state,
    decidedBy: person !== undefined ? 'person' : isModels ? 'model' : 'rules',
    ...(isModels && opinion.model !== undefined && { model: opinion.model && cleanText(opinion.model) }),
    rules: isModels || person !== undefined ? byRules : null,
    reason: cleanText(opinion?.reason ?? ''),
    passages: passages
      .slice(0, maxReceiptPassages)
      .map((span) => cleanText(texts.source.slice(span.start, span.end))),
    findings: toFindings(sentence, texts),
  };
}

/** Lists the findings of a sentence. Words that are merely new to the source are no findings. */
function toFindings({ flags }: GroundedSentence, texts: Texts): ReceiptFinding[] {
  return flags.flatMap(({ kind, reason, start, end, source }) => {
    if (kind === 'term') return [];
    const words = cleanText(texts.summary.slice(start, end));
    const detail = kind === 'claim' ? withoutMark(words) : words;
    const said = source === undefined ? null : cleanText(texts.source.slice(source.start, source.end));
    return { kind, reason, detail, said };
  });
}

/** What the seal of a receipt is the hash of. Blanks do not count, because editors wrap lines. */
export function sealedText(receipt: Receipt): string {
  const { seal: _, ...sealed } = receiptSchema.parse(receipt);
  return JSON.stringify(sealed).normalize().replace(/\s+/g, '');
}
