import { announcesSummary } from './wording.ts';

/** What a model says before its answer, up to a colon or the end of the line. */
const lead = /^([^\n:：]{1,90})(?:[:：][*_]{0,3}|[.。]?[^\S\n]{0,3}\n)/u;
const presents =
  /(?<!\p{L})(?:here(?:[’']s| is| are)|this is|below is|hier (?:ist|sind|kommt)|voici|aquí (?:está|tienes|va))(?!\p{L})|以下|这是|這是|こちら/iu;
const presented = /sentence|narrative|record|satz|phrase|frase|句|記録|记录/iu;
/** A label says nothing but what the answer is: "Brief summary", "Summary of the conversation". */
const label =
  /^(?:(?:the|a|an|one-sentence|short|brief|concise|updated|new|final|kurze|neue) ){0,3}(?:summary|narrative|zusammenfassung|résumé|resumen|摘要|总结|總結|要約)(?: (?:of|der|des|du|de la) (?:the |this )?(?:\p{L}+))?$/iu;

/** An announcement may stand before a fence or in one. */
const mostRounds = 3;

/** Removes what a model puts around its answer: a code fence and an announcement such as "Here is the summary:". */
export function unwrapAnswer(answer: string): string {
  let text = answer.trim();
  for (let round = 0; round < mostRounds; round++) text = unannounce(unfence(text));
  return text;
}

function unfence(text: string): string {
  const mark = /^(?:`{3,10}|~{3,10})/u.exec(text)?.[0];
  if (mark === undefined || text.length < 2 * mark.length || !text.endsWith(mark)) return text;
  const inner = text.slice(mark.length, -mark.length);
  return inner.includes(mark) ? text : inner.replace(/^[\w-]{0,20}(?=\s)/u, '').trim();
}

function unannounce(text: string): string {
  const said = lead.exec(text);
  if (said === null) return text;
  const words = (said[1] ?? '').replace(/^[#*_\s]+|[*_\s]+$/gu, '');
  const isLead = presents.test(words) && (announcesSummary(words) || presented.test(words));
  const rest = text.slice(said[0].length).trim();
  return rest !== '' && (isLead || label.test(words)) ? rest : text;
}
