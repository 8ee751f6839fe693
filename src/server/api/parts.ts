/** The parts of a request as they came, before any schema has seen them. */
export interface Parts {
  query: Record<string, string[]>;
  params?: Record<string, string>;
  headers?: Record<string, string>;
  /** Parsed JSON. */
  body: unknown;
  /** When its head had been read, by the monotonic clock; unknown of a request that Hono answers. */
  arrivedAt?: number;
}
