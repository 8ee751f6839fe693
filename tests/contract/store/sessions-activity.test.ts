import { describeEachStore } from '#tests/contract/each-store.ts';
import { testSessionActivity } from './session-activity-suite.ts';

describeEachStore('activity in coding sessions', (current) => {
  testSessionActivity(() => current().store.sessions);
});
