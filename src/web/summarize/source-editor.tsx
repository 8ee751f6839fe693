import { FileText, X } from 'lucide-react';
import { useDeferredValue, useId, useMemo, useRef } from 'react';
import { countWords, isUnspaced } from '#text/words.ts';
import { Button } from '#web/controls/button.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { InputProblemNotice } from './input-problem-notice.tsx';
import { PageAddress } from './page-address.tsx';
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
      <div className="flex items-center gap-2 border-b border-line px-4 py-2 lg:px-6">
        <PageAddress fetching={input.fetching} onFetch={(address) => void input.fetchPage(address)} />
        <Button look="quiet" onClick={() => fileRef.current?.click()} className="max-sm:px-2">
          <FileText aria-hidden className="size-3.5" />
          <span className="max-sm:sr-only">{source.openFile}</span>
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
        className="w-full bg-transparent px-4 pt-4 pb-1 text-lg font-semibold outline-offset-[-4px] placeholder:font-normal lg:px-6"
      />
      <textarea
        ref={textRef}
        aria-label={source.text}
        value={draft.text}
        placeholder={source.placeholder}
        spellCheck={false}
        dir="auto"
        onChange={(event) => input.setText(event.target.value)}
        className="min-h-[30vh] w-full flex-1 resize-none bg-transparent px-4 py-2 text-[0.9375rem] leading-[1.7] outline-offset-[-4px] wrap-anywhere lg:min-h-0 lg:px-6"
      />
      <div className="numeric flex h-10 items-center gap-3 px-4 text-xs text-muted lg:px-6">
        <TextLength text={draft.text} />
        {draft.url === null ? null : (
          <span className="truncate">{source.fetchedFrom(hostOf(draft.url))}</span>
        )}
        {isEmpty ? null : (
          <Button
            look="quiet"
            onClick={() => {
              input.clear();
              textRef.current?.focus();
            }}
            className="ms-auto -me-2 h-7 px-2 text-xs"
          >
            <X aria-hidden className="size-3.5" />
            {source.clear}
          </Button>
        )}
      </div>
      {isOver ? (
        <div className="pointer-events-none absolute inset-2 flex items-center justify-center rounded-lg border-2 border-dashed border-accent bg-accent-wash/90 text-base font-medium text-accent">
          {source.dropHere}
        </div>
      ) : null}
    </section>
  );
}

function TextLength({ text }: { text: string }) {
  const { source } = useStrings();
  const deferred = useDeferredValue(text);
  const length = useMemo(() => {
    if (deferred.length > maxCountedCharacters || isUnspaced(deferred))
      return source.characters(deferred.length);
    return source.words(countWords(deferred));
  }, [deferred, source]);
  return text === '' ? null : <span className="shrink-0">{length}</span>;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
