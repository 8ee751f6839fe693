import { getRouteApi, useNavigate, useParams } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import { toAppError } from '#schema/app-error.ts';
import { type Space, threadIdSchema } from '#schema/spaces/space.ts';
import { Button } from '#web/controls/button.tsx';
import { EmptyState } from '#web/controls/empty-state.tsx';
import { ProblemNotice } from '#web/controls/problem-notice.tsx';
import { Splitter } from '#web/controls/splitter.tsx';
import { useKeptSize } from '#web/kept/use-kept-size.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { SpacesNav } from './list/spaces-nav.tsx';
import { useSpaceActions } from './space-actions.ts';
import './spaces.css';
import { ThreadScreen } from './thread/thread-screen.tsx';
import { useSpaces } from './use-spaces.ts';

const route = getRouteApi('/spaces');
const widths = { initial: 248, min: 180, max: 420 };

export function SpacesScreen() {
  const strings = useStrings();
  const { data: spaces, error, refetch } = useSpaces();
  return (
    <>
      <title>{`${strings.spaces.heading} – ${strings.productName}`}</title>
      {spaces !== undefined ? (
        <SpacesPanes spaces={spaces} />
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

/** The list and the thread: both, or one of them, depending on the screen width. */
function SpacesPanes({ spaces }: { spaces: readonly Space[] }) {
  const { spaces: words } = useStrings();
  const navigate = useNavigate();
  const { message } = route.useSearch();
  const { threadId: named } = useParams({ strict: false });
  const openId = threadIdSchema.safeParse(named).data ?? null;
  const [width, setWidth] = useKeptSize({ key: 'precis.spaces-width', ...widths });
  const leave = () => void navigate({ to: '/spaces', search: {} });
  if (spaces.length === 0 && named === undefined) return <FirstSpace />;
  return (
    <div className="flex h-full">
      {named === undefined ? <h1 className="sr-only">{words.heading}</h1> : null}
      <div
        style={{ '--width': `${width}px` } as CSSProperties}
        className={`min-w-0 flex-col lg:flex lg:w-(--width) lg:flex-none ${named === undefined ? 'flex flex-1' : 'hidden'}`}
      >
        <SpacesNav spaces={spaces} openId={openId} onRemoved={leave} />
      </div>
      <Splitter
        label={words.resizeList}
        orientation="vertical"
        size={width}
        {...widths}
        onResize={setWidth}
        className="hidden lg:block"
      />
      <div
        className={`min-h-0 min-w-0 flex-1 flex-col bg-surface lg:flex ${named === undefined ? 'hidden' : 'flex'}`}
      >
        {named === undefined ? (
          <EmptyState title={words.none} next={words.noneNext} />
        ) : openId === null ? (
          <EmptyState title={words.thread.gone} next={words.thread.goneNext}>
            <Button onClick={leave}>{words.back}</Button>
          </EmptyState>
        ) : (
          <ThreadScreen key={openId} threadId={openId} shownSeq={message ?? null} onBack={leave} />
        )}
      </div>
    </div>
  );
}

/** Empty state: one click creates a Space and its first thread. */
function FirstSpace() {
  const { first } = useStrings().spaces;
  const { begin } = useSpaceActions();
  return (
    <div className="flex min-h-full flex-col items-center justify-center gap-5 px-5 py-12">
      <h1 className="text-center text-2xl font-semibold tracking-tight">{first.heading}</h1>
      <p className="max-w-prose text-center text-balance text-muted">{first.text}</p>
      <Button
        look="primary"
        disabled={begin.isPending}
        onClick={() => begin.mutate(first.name)}
        className="h-10 px-5 text-sm"
      >
        {first.begin}
      </Button>
      {begin.error === null ? null : <ProblemNotice problem={toAppError(begin.error)} />}
    </div>
  );
}
