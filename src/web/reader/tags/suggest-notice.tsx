import { X } from 'lucide-react';
import { toAppError } from '#schema/app-error.ts';
import type { ErrorCode } from '#schema/error-codes.ts';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { wordButtonClass } from '#web/tags/word-button.ts';
import type { useEntryTags } from './use-entry-tags.ts';

interface SuggestNoticeProps {
  suggesting: ReturnType<typeof useEntryTags>['suggesting'];
  /** Why the tags could not be read or changed. */
  error: Error | null;
}

/** The entry itself is the reason, so trying again changes nothing. */
const gateCodes: ReadonlySet<ErrorCode> = new Set([
  'source_empty',
  'source_too_short',
  'source_title_only',
  'source_blocked',
]);

/** Why there are no suggestions, or why a change was not saved. */
export function SuggestNotice({ suggesting, error }: SuggestNoticeProps) {
  const { tags, problem } = useStrings();
  if (error !== null) {
    return (
      <div className="mt-2">
        <ErrorNotice error={error} />
      </div>
    );
  }
  const { failed } = suggesting;
  const failure =
    suggesting.error !== null
      ? toAppError(suggesting.error)
      : failed !== null && failed.errorCode !== null
        ? { code: failed.errorCode, message: failed.errorMessage ?? '' }
        : null;
  if (suggesting.isRunning) return null;
  if (failure === null) {
    return suggesting.foundNothing ? (
      <output className="mt-1 block text-[0.8125rem] text-muted">{tags.noSuggestions}</output>
    ) : null;
  }
  const isGated = gateCodes.has(failure.code);
  return (
    <div role="alert" className="mt-1 flex flex-wrap items-center gap-x-1 text-[0.8125rem]">
      <p className={`min-w-0 wrap-anywhere ${isGated ? 'text-muted' : 'text-danger'}`}>
        {isGated ? tags.notEnoughText : tags.failed(problem.reason(failure.code, failure.message))}
      </p>
      {isGated ? null : (
        <button type="button" onClick={suggesting.start} className={wordButtonClass}>
          {tags.tryAgain}
        </button>
      )}
      <button
        type="button"
        aria-label={problem.dismiss}
        title={problem.dismiss}
        onClick={suggesting.dismissFailure}
        className={wordButtonClass}
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </div>
  );
}
