import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { AppError } from '#schema/app-error.ts';
import { tagExportSchema } from '#schema/tags/tag-wire.ts';
import { Button } from '#web/controls/button.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { useTagActions } from './use-tag-actions.ts';

/** Adds the tags of an exported file. */
export function ImportTags() {
  const { library: words } = useStrings().tags;
  const inputRef = useRef<HTMLInputElement>(null);
  const { importFile } = useTagActions();
  const read = useMutation({
    mutationFn: async (file: File) => {
      const parsed = tagExportSchema.safeParse(parseJson(await file.text()));
      if (!parsed.success) throw new AppError('invalid_input', words.notTags);
      return importFile.mutateAsync(parsed.data);
    },
  });
  return (
    <>
      <Button disabled={read.isPending} onClick={() => inputRef.current?.click()}>
        {read.isPending ? words.importing : words.import}
      </Button>
      <input
        ref={inputRef}
        type="file"
        aria-label={words.import}
        accept=".json,application/json"
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file !== undefined) read.mutate(file);
        }}
      />
      {read.data === undefined ? null : (
        <output className="basis-full text-muted">{words.imported(read.data)}</output>
      )}
      {read.error === null ? null : (
        <div className="basis-full">
          <ErrorNotice error={read.error} />
        </div>
      )}
    </>
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
