import { toAppError } from '#schema/app-error.ts';
import { Button } from '#web/controls/button.tsx';
import { ProblemNotice } from '#web/controls/problem-notice.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { ReaderPanes } from './reader-panes.tsx';
import { useSubscriptions } from './use-subscriptions.ts';

export function ReaderScreen() {
  const strings = useStrings();
  const { data: subscriptions, error, refetch } = useSubscriptions();
  return (
    <>
      <title>{`${strings.reader.heading} – ${strings.productName}`}</title>
      {subscriptions !== undefined ? (
        <ReaderPanes subscriptions={subscriptions} />
      ) : error === null ? null : (
        <div className="p-6">
          <ProblemNotice problem={toAppError(error)}>
            <Button onClick={() => void refetch()}>{strings.problem.retry}</Button>
          </ProblemNotice>
        </div>
      )}
    </>
  );
}
