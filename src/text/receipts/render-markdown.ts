import { oneLine } from '#schema/runs/grounding.ts';
import type { Receipt, ReceiptSentence } from '#schema/runs/receipt.ts';
import {
  describeCheck,
  describeDecision,
  listFacts,
  listFindings,
  type Piece,
  passageLabel,
  verifyCommand,
} from './describe-receipt.ts';
import { labelsOf } from './labels/labels.ts';

/**
 * Renders what a receipt shows as Markdown. No line begins with `>`, which mail programs add. No text contains `<`,
 * so that nothing in it can begin or end the comment with the data.
 */
export function markdownPieces(receipt: Receipt): Piece[] {
  const { colon, closing, ...labels } = labelsOf(receipt);
  const about = (text: string): Piece => ({ part: 'about', sentence: null, text });
  return [
    { part: 'title', sentence: null, text: `# ${literal(receipt.title)}\n\n` },
    { part: 'summary', sentence: null, text: `${receiptMarkdown(receipt.summary.text)}\n\n` },
    about(`---\n\n**${labels.receipt}${colon.trim()}** ${literal(describeCheck(receipt))}\n\n`),
    ...listFacts(receipt).map(({ label, value, isCode }) =>
      about(`- ${label}${colon}${isCode ? code(value) : literal(value)}\n`),
    ),
    about(`\n## ${labels.sentences}\n\n`),
    ...receipt.sentences.flatMap((sentence, index) => sentencePieces(receipt, sentence, index)),
    about(`\n${closing}${code(verifyCommand(receipt))}\n`),
  ];
}

function sentencePieces(receipt: Receipt, sentence: ReceiptSentence, index: number): Piece[] {
  const piece = (part: Piece['part'], text: string): Piece => ({ part, sentence: index, text });
  const item = (part: Piece['part'], text: string) => piece(part, `   - ${text}\n`);
  const { colon, parentheses, verdicts, ...labels } = labelsOf(receipt);
  const decision = parentheses.join(literal(describeDecision(receipt, sentence)));
  const label = passageLabel(receipt, sentence);
  return [
    piece('verdict', `${index + 1}. **${verdicts[sentence.verdict]}**${decision}${colon}`),
    piece('text', `${literal(sentence.text)}\n`),
    ...listFindings(receipt, sentence).map((finding) => item('finding', literal(finding))),
    ...(sentence.reason === ''
      ? []
      : [item('reason', `${labels.reason}${colon}${literal(sentence.reason)}`)]),
    ...sentence.passages.map((passage) => item('passage', `${label}${colon}“${literal(passage)}”`)),
  ];
}

/** Escapes a text so that Markdown shows it unchanged. */
function literal(text: string): string {
  return withoutMarkup(oneLine(text)).replace(/[\\`*_[\]~|]/g, '\\$&');
}

/**
 * Keeps emphasis, lists and headings of a summary. Links, images, code and HTML become text, so that nothing is
 * fetched.
 */
function receiptMarkdown(text: string): string {
  return withoutMarkup(text).replace(/[`[\]~]/g, '\\$&');
}

function withoutMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function code(text: string): string {
  return `\`${withoutMarkup(text).replaceAll('`', '%60')}\``;
}

/** Reads Markdown as text, whatever an editor escapes. */
export function readMarkdown(markdown: string): string {
  return markdown
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
