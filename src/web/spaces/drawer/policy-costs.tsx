import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { memoryConfigSchema, memoryPolicies } from '#schema/models/agent.ts';
import type { Explanation, ThreadView } from '#schema/spaces/spaces-wire.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { Loaded } from '#web/controls/loaded.tsx';
import { spacesKeys } from '#web/spaces/spaces-queries.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';

const defaultPolicy = memoryConfigSchema.parse({}).policy;

/** What this thread would have cost under each memory policy, calculated without calling a model. */
export function PolicyCosts({ view: { thread, space, window } }: { view: ThreadView }) {
  const { policyCosts: words } = useStrings().spaces;
  const client = useClient();
  const [isOpen, setOpen] = useState(false);
  const costs = useQuery({
    queryKey: spacesKeys.costs(thread.id, thread.lastSeq),
    queryFn: () => Promise.all(memoryPolicies.map((policy) => client.threads.explain(thread.id, { policy }))),
    enabled: isOpen,
    placeholderData: (before) => before,
  });
  if (thread.messageCount === 0) return null;
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="cursor-pointer rounded-sm text-xs text-muted">{words.heading}</summary>
      {isOpen ? (
        <div className="mt-2 space-y-2 text-xs">
          <Loaded of={costs}>{(all) => <CostTable all={all} chosen={window.policy} />}</Loaded>
          <p className="text-muted">{words.note}</p>
          <Link
            to="/settings/$section"
            params={{ section: 'agents' }}
            search={{ open: space.agentId }}
            className="text-accent underline"
          >
            {words.change}
          </Link>
        </div>
      ) : null}
    </details>
  );
}

function CostTable({ all, chosen }: { all: readonly Explanation[]; chosen: Explanation['policy'] }) {
  const { spaces, settings } = useStrings();
  const { policyCosts: words } = spaces;
  const formats = useFormats();
  const hasPrices = all.every(({ costUsd }) => costUsd !== null);
  const right = 'numeric py-1 ps-2 text-end';
  return (
    <table className="w-full border-y border-line">
      <caption className="sr-only">{words.heading}</caption>
      <thead className="text-muted">
        <tr>
          <th scope="col" className="py-1 text-start font-normal">
            {words.policy}
          </th>
          <th scope="col" className={`${right} font-normal`}>
            {words.read}
          </th>
          <th scope="col" className={`${right} font-normal`}>
            {words.cached}
          </th>
          <th scope="col" className={`${right} font-normal`}>
            {words.written}
          </th>
          {hasPrices ? (
            <th scope="col" className={`${right} font-normal`}>
              {words.cost}
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {all.map((one) => (
          <tr key={one.policy} aria-current={one.policy === chosen ? 'true' : undefined}>
            <th scope="row" className="py-1 text-start font-medium">
              {settings.agents.policies[one.policy].name}
              {one.policy === chosen ? (
                <span className="block font-normal text-muted">{words.chosen}</span>
              ) : null}
              {one.policy === defaultPolicy && one.policy !== chosen ? (
                <span className="block font-normal text-muted">{words.usual}</span>
              ) : null}
            </th>
            <td className={right}>{words.tokens(one.promptTokens + one.summarizerInputTokens)}</td>
            <td className={right}>{words.tokens(one.cachedPromptTokens)}</td>
            <td className={right}>{words.tokens(one.summarizerOutputTokens)}</td>
            {hasPrices ? <td className={right}>{formats.cost(one.costUsd ?? 0)}</td> : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
