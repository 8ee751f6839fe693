import { QueryClient } from '@tanstack/react-query';
import { AppError } from '#schema/app-error.ts';

const maxRetries = 2;

/** The server's change stream keeps shown data current, so nothing is refetched because of age or focus. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
        retry: (failures, error) => failures < maxRetries && error instanceof AppError && error.retry,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
