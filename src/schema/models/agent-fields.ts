import { z } from 'zod';
import { type Field, namesOf } from '#schema/field-table.ts';
import { profileFields } from './profile-fields.ts';

type Fields = Readonly<Record<string, Field>>;

/** What an agent's model may have instead of its profile's value. */
export const llmNumbers = {
  temperature: profileFields.temperature,
  maxOutputTokens: profileFields.maxOutputTokens,
} as const satisfies Fields;

export const summarizerNumbers = {
  temperature: { value: profileFields.temperature.value, initial: 0 },
  /** Bounds what one call of the summarizer reads; more is read in parts. */
  tokenBudget: { value: z.int().min(100).max(2_000_000), initial: 8000 },
  /** How long an answer waits for a fold in progress; then it is sent with all live messages. */
  timeoutMs: { value: z.int().min(0).max(600_000), initial: 8000 },
} as const satisfies Fields;

export const memoryNumbers = {
  /** A live window over this many tokens makes a fold due as well; null: only turns count. */
  hotPathTokenBudget: { value: z.int().min(100).max(20_000_000), initial: null },
  /** Kept of the budget as a margin for counting wrong, in percent. */
  hotPathMarginPct: { value: z.int().min(0).max(50), initial: 0 },
  /** This many of the newest messages stay live, regardless of size. */
  recentMessageFloor: { value: z.int().min(2).max(1000), initial: 2 },
} as const satisfies Fields;

export const llmNumberNames = namesOf(llmNumbers);
export const summarizerNumberNames = namesOf(summarizerNumbers);
export const memoryNumberNames = namesOf(memoryNumbers);
