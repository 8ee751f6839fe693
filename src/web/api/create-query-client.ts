import { QueryClient } from '@tanstack/react-query';
import { AppError } from '#schema/app-error.ts';

const maxRetries = 2;

/** What is shown stays true by the server's change stream, so nothing is fetched again for being old or looked at. */
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
