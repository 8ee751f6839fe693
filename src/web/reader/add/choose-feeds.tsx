import { type FormEvent, useState } from 'react';
import { type AppError, toAppError } from '#schema/app-error.ts';
import type { Feed } from '#schema/feed.ts';
import type { FeedChoice } from '#schema/reader-wire.ts';
import { Button } from '#web/controls/button.tsx';
import { ProblemNotice } from '#web/controls/problem-notice.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';

interface ChooseFeedsProps {
  choices: readonly FeedChoice[];
  onSubscribe(url: string): Promise<Feed>;
  /** The last feed that was added. */
  onAdded(feed: Feed): void;
  onBack(): void;
}

/** The feeds of a site that has several; any number of them can be subscribed to. */
export function ChooseFeeds({ choices, onSubscribe, onAdded, onBack }: ChooseFeedsProps) {
  const { add } = useStrings().reader;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(choices.slice(0, 1).map(urlOf)));
  const [failed, setFailed] = useState<ReadonlyMap<string, AppError>>(new Map());
  const [busy, setBusy] = useState(false);

  function toggle(url: string): void {
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(url)) next.add(url);
      return next;
    });
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy || chosen.size === 0) return;
    setBusy(true);
    const problems = new Map<string, AppError>();
    let added: Feed | null = null;
    for (const { url } of choices) {
      if (!chosen.has(url)) continue;
      try {
        added = await onSubscribe(url);
      } catch (error) {
        problems.set(url, toAppError(error));
      }
    }
    setBusy(false);
    // Added feeds are not tried again; the others stay selected, with the reason.
    setChosen(new Set(problems.keys()));
    setFailed(problems);
    if (problems.size === 0 && added !== null) onAdded(added);
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="space-y-4">
      <fieldset disabled={busy}>
        <legend className="mb-2">{add.chooseFeeds(choices.length)}</legend>
        <ul className="-mx-2 max-h-72 overflow-y-auto">
          {choices.map(({ url, title, format }, index) => (
            <li key={url}>
              <label className="flex cursor-pointer items-start gap-2.5 rounded-md px-2 py-2 hover:bg-hover">
                <input
                  type="checkbox"
                  aria-label={`${title ?? add.untitledFeed}, ${url}`}
                  data-autofocus={index === 0 ? true : undefined}
                  checked={chosen.has(url)}
                  onChange={() => toggle(url)}
                  className="mt-1 size-4 accent-accent"
                />
                <span className="min-w-0 flex-1">
                  <span className="flex items-baseline gap-2">
                    <span className="min-w-0 truncate font-medium">{title ?? add.untitledFeed}</span>
                    {format === null ? null : (
                      <span className="shrink-0 text-xs text-muted">{add.formats[format]}</span>
                    )}
                  </span>
                  <span className="block text-xs text-muted wrap-anywhere">{url}</span>
                </span>
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
      {[...failed].map(([url, problem]) => (
        <ProblemNotice key={url} problem={problem} note={url} />
      ))}
      <div className="flex justify-between gap-3">
        <Button onClick={onBack} disabled={busy}>
          {add.otherAddress}
        </Button>
        <Button look="primary" type="submit" disabled={busy || chosen.size === 0}>
          {busy ? add.subscribing : add.subscribeTo(chosen.size)}
        </Button>
      </div>
    </form>
  );
}

function urlOf({ url }: FeedChoice): string {
  return url;
}
