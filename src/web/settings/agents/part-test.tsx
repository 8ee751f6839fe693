import type { Agent, AgentPart } from '#schema/models/agent.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { Button } from '#web/controls/button.tsx';
import { TestResult, testKey, useStartTest, useTestResult } from '#web/settings/connection-test.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';

interface PartTestProps {
  agent: Agent | null;
  part: AgentPart;
  isChanged: boolean;
}

/** A real round trip to the model of one part, as saved. */
export function PartTest({ agent, part, isChanged }: PartTestProps) {
  const client = useClient();
  const { agents } = useStrings().settings;
  const startTest = useStartTest();
  const key = testKey('agent', agent?.id ?? '', part);
  const tested = useTestResult(key);
  if (agent === null || isChanged) return <p className="text-xs text-muted">{agents.saveToTest}</p>;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <Button
        disabled={tested.isTesting}
        onClick={() => startTest(key, () => client.agents.test(agent.id, part))}
      >
        {agents.test[part]}
      </Button>
      <TestResult {...tested} />
    </div>
  );
}
