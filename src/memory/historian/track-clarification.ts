import type { HistorianState, PendingClarification } from '#schema/conversations/conversation.ts';

/** What the next turn has to know about a question that is still open. Understand's question comes before Think's. */
export function trackClarification({
  understand_output,
  think_output,
}: HistorianState): PendingClarification | null {
  if (understand_output?.needs_clarification)
    return { type: 'understand', ...questionsOf(understand_output.clarification_questions) };
  if (!think_output) return null;
  const { decision, goal, proposal_message, clarification_questions } = think_output;
  if (decision === 'understand') return { type: decision, ...questionsOf(clarification_questions) };
  const aim = goal ? { goal } : {};
  if (decision === 'clarify') return { type: decision, ...aim, ...questionsOf(clarification_questions) };
  if (decision !== 'propose') return null;
  return { type: decision, ...aim, ...(proposal_message ? { proposal_message } : {}) };
}

function questionsOf(questions: string[] | null | undefined): { questions?: string[] } {
  return questions && questions.length > 0 ? { questions } : {};
}
