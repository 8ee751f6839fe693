import { announcesSummary } from './wording.ts';

const fenced = /^\s*(`{3,}|~{3,})[\w-]*\s([\s\S]*?)\s*\1\s*$/u;
/** What a model says before its answer, up to a colon or the end of the line. */
const lead = /^\s*([^\n:：]{1,90})(?:[:：][*_]*|[.。]?\s*\n)\s*(?=\S)/u;
const presents =
  /(?<!\p{L})(?:here(?:[’']s| is| are)|this is|below is|hier (?:ist|sind|kommt)|voici|aquí (?:está|tienes|va))(?!\p{L})|以下|这是|這是|こちら/iu;
const presented = /sentence|narrative|record|satz|phrase|frase|句|記録|记录/iu;
/** A label says nothing but what the answer is: "Brief summary", "Summary of the conversation". */
const label =
  /^(?:(?:the|a|an|one-sentence|short|brief|concise|updated|new|final|kurze|neue) ){0,3}(?:summary|narrative|zusammenfassung|résumé|resumen|摘要|总结|總結|要約)(?: (?:of|der|des|du|de la) (?:the |this )?(?:\p{L}+))?$/iu;

/** Removes what a model puts around its answer: a code fence and an announcement such as "Here is the summary:". */
export function unwrapAnswer(answer: string): string {
  const inner = fenced.exec(answer)?.[2] ?? answer;
  const said = lead.exec(inner);
  const words = said?.[1]?.replace(/^[#*_\s]+|[*_\s]+$/gu, '') ?? '';
  const isLead = presents.test(words) && (announcesSummary(words) || presented.test(words));
  const rest = said !== null && (isLead || label.test(words)) ? inner.slice(said[0].length) : inner;
  return rest === answer ? answer.trim() : unwrapAnswer(rest);
}
