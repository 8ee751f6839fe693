import { useEffect } from 'react';
import { useSettings } from '#web/api/queries.ts';
import { Loaded } from '#web/controls/loaded.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { useTagLibrary } from '#web/tags/tag-queries.ts';
import { ArticleWithPanel } from './lazy-parts.tsx';
import { ReaderPanes } from './reader-panes.tsx';
import { useSubscriptions } from './reader-queries.ts';
import { useListAhead } from './use-entry-list.ts';
import { usePlace } from './use-place.ts';

export function ReaderScreen() {
  const strings = useStrings();
  const subscriptions = useSubscriptions();
  const { place, openId } = usePlace();
  // The panes wait for the subscriptions. What they draw first is therefore requested at the same time.
  useListAhead(place);
  useSettings();
  useTagLibrary();
  const isOpen = openId !== null;
  useEffect(() => {
    if (isOpen) void ArticleWithPanel.preload();
  }, [isOpen]);
  return (
    <>
      <title>{`${strings.reader.heading} – ${strings.productName}`}</title>
      <Loaded of={subscriptions} className="p-6">
        {(known) => <ReaderPanes subscriptions={known} />}
      </Loaded>
    </>
  );
}
