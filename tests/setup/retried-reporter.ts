import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** The message of a failed comparison leaves out most of its values, so the start of the difference is shown too. */
const maxDiffLines = 40;

/** Lists at the end the tests that passed only when run again, and why they failed before. Each is a bug to find. */
export const retriedReporter: Reporter = {
  onTestRunEnd(modules) {
    const retried = modules.flatMap(listRetried);
    if (retried.length === 0) return;
    const count = retried.length === 1 ? '1 test' : `${retried.length} tests`;
    console.log(`${count} passed only when run again. Find out why:\n${retried.join('\n')}\n`);
  },
};

function listRetried(module: TestModule): string[] {
  return [...module.children.allTests('passed')]
    .filter((test) => (test.diagnostic()?.retryCount ?? 0) > 0)
    .map((test) => `- ${module.relativeModuleId}: ${test.fullName}\n${describeFailures(test)}`);
}

function describeFailures(test: TestCase): string {
  const errors = test.result().errors ?? [];
  return errors
    .map(({ message, stacks, diff = '' }) =>
      [`    ${message}${placeOf(stacks)}`, ...diff.split('\n').slice(0, maxDiffLines)].join('\n      '),
    )
    .join('\n');
}

function placeOf(stacks: readonly { file: string; line: number }[] | undefined): string {
  const frame = stacks?.find(({ file }) => !file.includes('node_modules'));
  return frame === undefined ? '' : `\n      at ${frame.file}:${frame.line}`;
}
