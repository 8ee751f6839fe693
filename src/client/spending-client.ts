import { type Spending, type SpendingQuery, spendingSchema } from '#schema/wire.ts';
import type { Api } from './call-api.ts';

export interface SpendingClient {
  get(query?: Partial<SpendingQuery>): Promise<Spending>;
}

export function createSpendingClient({ read }: Api): SpendingClient {
  return { get: (query) => read(spendingSchema, { path: '/api/spending', query }) };
}
