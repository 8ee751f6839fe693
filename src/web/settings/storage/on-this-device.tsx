import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from '#web/controls/button.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { Segmented } from '#web/controls/segmented.tsx';
import type { Offline } from '#web/offline/create-offline.ts';
import { useOffline, useOfflineState } from '#web/offline/offline-provider.tsx';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { formatBytes } from './format-bytes.ts';

/** What the browser keeps for reading without the server. */
export function OnThisDevice() {
  const { offline: words } = useStrings();
  const offline = useOffline();
  return (
    <section aria-labelledby="on-this-device" className="mt-8 border-t border-line pt-5">
      <h3 id="on-this-device" className="font-semibold">
        {words.heading}
      </h3>
      <p className="mt-0.5 mb-3 max-w-prose text-muted">{offline === null ? words.impossible : words.note}</p>
      {offline === null ? null : <Kept offline={offline} />}
    </section>
  );
}

function Kept({ offline }: { offline: Offline }) {
  const { offline: words } = useStrings();
  const formats = useFormats();
  const { isOn, keptAt, waiting } = useOfflineState();
  const size = useQuery({
    queryKey: ['kept-size', keptAt],
    queryFn: () => offline.measure(),
    gcTime: 0,
    staleTime: 0,
  });
  const choose = useMutation({ mutationFn: (next: boolean) => offline.setOn(next) });
  const clear = useMutation({ mutationFn: () => offline.clear() });
  const { entries = 0, bytes = 0 } = size.data ?? {};
  return (
    <div className="space-y-3">
      <div className="max-w-xs">
        <Segmented<'on' | 'off'>
          label={words.keep}
          labelShown
          value={isOn ? 'on' : 'off'}
          options={(['on', 'off'] as const).map((value) => ({ value, label: words.choices[value] }))}
          onChoose={(value) => choose.mutate(value === 'on')}
        />
      </div>
      <p data-testid="kept-size">
        {keptAt === null
          ? words.nothing
          : words.kept(entries, formatBytes(bytes, formats.locale), formats.time(keptAt))}{' '}
        {waiting > 0 ? words.waiting(waiting) : null}
      </p>
      {keptAt === null ? null : (
        <Button disabled={clear.isPending} onClick={() => clear.mutate()}>
          {words.clear}
        </Button>
      )}
      {waiting > 0 ? <p className="text-xs text-muted">{words.clearNote}</p> : null}
      <ErrorNotice error={choose.error ?? clear.error} />
    </div>
  );
}
