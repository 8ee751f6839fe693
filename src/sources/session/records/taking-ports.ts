import type { SessionPorts } from '#sources/session/ports.ts';
import type { Exclusions } from '#sources/session/projects/exclusions.ts';
import type { Descriptions } from './describe-event.ts';
import type { HiddenTexts } from './hidden-texts.ts';

/** What the use cases share that take in events of sessions. */
export interface TakingPorts extends SessionPorts {
  hidden: HiddenTexts;
  recording: Exclusions;
  news: Descriptions;
}
