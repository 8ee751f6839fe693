import { FileText, X } from 'lucide-react';
import { useDeferredValue, useId, useMemo, useRef } from 'react';
import { countWords, isUnspaced } from '#text/words.ts';
import { Button } from '#web/controls/button.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { InputProblemNotice } from './input-problem-notice.tsx';
import { PageAddress } from './page-address.tsx';
import type { SourceDraft } from './source-draft.ts';
import { useFileDrop } from './use-file-drop.ts';
import { useSourceInput } from './use-source-input.ts';

/** Above this, counting words at each keystroke would be felt. */
const maxCountedCharacters = 200_000;

/** Where a text comes in: paste, drop, open or fetch. */
export function SourceEditor() {
  const { source } = useStrings();
  const input = useSourceInput();
  const { draft } = input;
  const fileRef = useRef<HTMLInputElement>(null);
  const textRef = useRef<HTMLTextAreaElement>(null);
  const { isOver, handlers } = useFileDrop((file) => void input.openFile(file));
  const titleId = useId();
  const isEmpty = draft.text === '' && draft.title === '';

  return (
    <section
      aria-label={source.heading}
      {...handlers}
      className="relative flex min-h-0 min-w-0 flex-col lg:border-e lg:border-line"
    >
      <div className="space-y-2 border-b border-line px-4 py-3 lg:px-6">
        <div className="flex items-center gap-2">
          <PageAddress fetching={input.fetching} onFetch={(address) => void input.fetchPage(address)} />
          <Button
            look="plain"
            onClick={() => fileRef.current?.click()}
            aria-label={source.openFile}
            title={source.openFile}
            className="max-sm:px-2"
          >
            <FileText aria-hidden className="size-3.5" />
            <span className="max-sm:hidden">{source.openFile}</span>
          </Button>
          <input
            ref={fileRef}
            type="file"
            accept="text/*,.md,.markdown,.txt,.log,.csv,.tex,.rst,.org,.srt,.vtt"
            hidden
            onChange={(event) => {
              const file = event.target.files?.[0];
              event.target.value = '';
              if (file !== undefined) void input.openFile(file);
            }}
          />
        </div>
        <div className="numeric flex h-5 min-w-0 items-center text-xs text-muted">
          <DraftLine draft={draft} />
          {isEmpty ? null : (
            <Button
              look="quiet"
              onClick={() => {
                input.clear();
                textRef.current?.focus();
              }}
              className="ms-auto -me-1.5 h-6 gap-1 px-1.5 text-xs font-normal text-muted pointer-coarse:h-6"
            >
              <X aria-hidden className="size-3" />
              {source.clear}
            </Button>
          )}
        </div>
      </div>
      <InputProblemNotice problem={input.problem} onDismiss={input.dismiss} />
      <label htmlFor={titleId} className="sr-only">
        {source.title}
      </label>
      <input
        id={titleId}
        value={draft.title}
        maxLength={1000}
        placeholder={source.title}
        autoComplete="off"
        onChange={(event) => input.setTitle(event.target.value)}
        className="w-full bg-transparent px-4 pt-5 pb-1 text-lg font-semibold outline-offset-[-4px] placeholder:font-normal lg:px-6"
      />
      <textarea
        ref={textRef}
        aria-label={source.text}
        value={draft.text}
        placeholder={source.placeholder}
        spellCheck={false}
        dir="auto"
        onChange={(event) => input.setText(event.target.value)}
        className="min-h-[30vh] w-full flex-1 resize-none bg-transparent px-4 pt-2 pb-6 text-[0.9375rem] leading-[1.7] outline-offset-[-4px] wrap-anywhere lg:min-h-0 lg:px-6"
      />
      {isOver ? (
        <div className="pointer-events-none absolute inset-2 flex items-center justify-center rounded-lg border-2 border-dashed border-accent bg-accent-wash/90 text-base font-medium text-accent">
          {source.dropHere}
        </div>
      ) : null}
    </section>
  );
}

/** How long the text is and where it is from; before there is one, how it can come in. */
function DraftLine({ draft }: { draft: SourceDraft }) {
  const { source, separator } = useStrings();
  const text = useDeferredValue(draft.text);
  const length = useMemo(() => {
    if (text.length > maxCountedCharacters || isUnspaced(text)) return source.characters(text.length);
    return source.words(countWords(text));
  }, [text, source]);
  if (draft.text === '') return <span className="truncate">{source.waysIn}</span>;
  const from = draft.url === null ? '' : `${separator}${source.fetchedFrom(hostOf(draft.url))}`;
  return <span className="truncate">{`${length}${from}`}</span>;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
