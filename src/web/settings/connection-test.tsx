import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { toAppError } from '#schema/app-error.ts';
import type { ConnectionTest } from '#schema/models/model-profile.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';

type TestKey = ReturnType<typeof testKey>;

export function testKey(kind: 'model' | 'agent', id: string, part = '') {
  return ['connection-tests', kind, id, part] as const;
}

/** Starts a test on request. Its result stays visible until the next test. */
export function useStartTest() {
  const queryClient = useQueryClient();
  return (queryKey: TestKey, run: () => Promise<ConnectionTest>): void => {
    queryClient
      .fetchQuery({ queryKey, queryFn: run, retry: false, staleTime: 0, gcTime: Number.POSITIVE_INFINITY })
      .catch(() => {
        // The error is reported where the result is shown.
      });
  };
}

export function useTestResult(queryKey: TestKey): TestState {
  const { data, error, isFetching } = useQuery<ConnectionTest>({ queryKey, queryFn: skipToken });
  return { result: data, error, isTesting: isFetching };
}

interface TestState {
  result: ConnectionTest | undefined;
  error: Error | null;
  isTesting: boolean;
}

export function TestResult({ result, error, isTesting }: TestState) {
  const { models } = useStrings().settings;
  const { problem } = useStrings();
  const formats = useFormats();
  const failure = error === null ? null : toAppError(error);
  return (
    <output className="block wrap-anywhere">
      {isTesting ? (
        <span className="text-muted">{models.testing}</span>
      ) : failure !== null ? (
        <Told ok={false} words={problem.describe(failure.code, failure.message).title} />
      ) : result === undefined ? null : (
        <Told
          ok={result.ok}
          words={
            result.ok
              ? models.testOk(result.model ?? '', formats.duration(result.durationMs))
              : models.testFailed(result.message)
          }
        />
      )}
    </output>
  );
}

function Told({ ok, words }: { ok: boolean; words: string }) {
  const Icon = ok ? CircleCheck : CircleAlert;
  return (
    <span className={`flex gap-1.5 ${ok ? 'text-accent' : 'text-danger'}`}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">{words}</span>
    </span>
  );
}
