import type { CheckTarget } from '#schema/check-wire.ts';
import { conversationTarget } from '#store/conversations/conversation-target.ts';
import { summaryTarget } from '#store/reader/summary-target.ts';
import { sessionTarget } from '#store/sessions/session-target.ts';
import { threadTarget } from '#store/spaces/thread-target.ts';
import type { LockTarget } from './target.ts';

export const targets: Record<CheckTarget['kind'], LockTarget> = {
  summary: summaryTarget,
  thread: threadTarget,
  conversation: conversationTarget,
  session: sessionTarget,
};
