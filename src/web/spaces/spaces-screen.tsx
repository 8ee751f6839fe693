import { getRouteApi, useNavigate, useParams } from '@tanstack/react-router';
import { type Space, threadIdSchema } from '#schema/spaces/space.ts';
import { useSpaces } from '#web/api/use-spaces.ts';
import { Button } from '#web/controls/button.tsx';
import { EmptyState } from '#web/controls/empty-state.tsx';
import { ListDetail } from '#web/controls/layout/list-detail.tsx';
import { Loaded } from '#web/controls/loaded.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { SpacesNav } from './list/spaces-nav.tsx';
import { useSpaceActions } from './space-actions.ts';
import { ThreadGone, ThreadScreen } from './thread/thread-screen.tsx';

const route = getRouteApi('/spaces');
const widths = { initial: 248, min: 180, max: 420 };

export function SpacesScreen() {
  const strings = useStrings();
  const spaces = useSpaces();
  return (
    <>
      <title>{`${strings.spaces.heading} – ${strings.productName}`}</title>
      <Loaded of={spaces} className="p-6">
        {(known) => <SpacesPanes spaces={known} />}
      </Loaded>
    </>
  );
}

function SpacesPanes({ spaces }: { spaces: readonly Space[] }) {
  const { spaces: words } = useStrings();
  const navigate = useNavigate();
  const { message, compose = false } = route.useSearch();
  const { threadId: named } = useParams({ strict: false });
  const openId = threadIdSchema.safeParse(named).data ?? null;
  const leave = () => void navigate({ to: '/spaces', search: {} });
  if (spaces.length === 0 && named === undefined) return <FirstSpace />;
  return (
    <>
      {named === undefined ? <h1 className="sr-only">{words.heading}</h1> : null}
      <ListDetail
        resize={words.resizeList}
        keptAs="precis.spaces-width"
        widths={widths}
        shown={named === undefined ? 'list' : 'detail'}
        list={<SpacesNav spaces={spaces} openId={openId} onRemoved={leave} />}
      >
        {named === undefined ? (
          <EmptyState title={words.none} next={words.noneNext} />
        ) : openId === null ? (
          <ThreadGone onBack={leave} />
        ) : (
          <ThreadScreen
            key={openId}
            threadId={openId}
            shownSeq={message ?? null}
            isComposing={compose}
            onBack={leave}
          />
        )}
      </ListDetail>
    </>
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
      <ErrorNotice error={begin.error} />
    </div>
  );
}
