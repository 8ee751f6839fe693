import { type AnswerRules, createJudge, type Judge, type Verdict } from './create-judge.ts';

export interface JudgeRequest {
  rules: AnswerRules;
  answer: string;
  isLastTry: boolean;
}

/** Judges answers one after the other and reads their common source only once. */
export function createAnswerJudge(): (given: JudgeRequest) => Verdict {
  let kept: { rules: AnswerRules; judge: Judge } | null = null;
  return ({ rules, answer, isLastTry }) => {
    if (kept === null || !isSame(kept.rules, rules)) kept = { rules, judge: createJudge(rules) };
    return kept.judge(answer, isLastTry);
  };
}

function isSame(a: AnswerRules, b: AnswerRules): boolean {
  if (a === b) return true;
  const { source, ...others } = a;
  const { source: otherSource, ...otherOthers } = b;
  return source === otherSource && JSON.stringify(others) === JSON.stringify(otherOthers);
}
