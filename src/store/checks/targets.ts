import type { CheckTarget } from '#schema/check-wire.ts';
import { summaryTarget } from '#store/reader/summary-target.ts';
import type { LockTarget } from './target.ts';

export const targets: Record<CheckTarget['kind'], LockTarget> = {
  summary: summaryTarget,
  thread: async () => null,
  conversation: async () => null,
  session: async () => null,
};
