import type { HookClient } from '#schema/sessions/hook-client.ts';
import type { ClientWait } from '#schema/sessions/hooks-wire.ts';

/** Enough for a percentile, and of today. */
const maxWaits = 200;

/** How long agents waited for the hooks of their last tool calls, for the lifetime of this process. */
export function createRecentWaits() {
  const waits = new Map<HookClient, number[]>();
  return {
    add(client: HookClient, ms: number): void {
      const known = waits.get(client) ?? [];
      known.push(ms);
      if (known.length > maxWaits) known.shift();
      waits.set(client, known);
    },
    list(): ClientWait[] {
      return [...waits].map(([client, known]) => {
        const sorted = known.toSorted((one, other) => one - other);
        const p95Ms = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0;
        return { client, toolCalls: sorted.length, p95Ms: Math.round(p95Ms * 100) / 100 };
      });
    },
  };
}
