import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { AppError } from '#schema/app-error.ts';
import { tagExportSchema } from '#schema/tags/tag-wire.ts';
import { Button } from '#web/controls/button.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { useTagActions } from './use-tag-actions.ts';

/** Adds the tags of an exported file. */
export function useImportTags() {
  const { library: words } = useStrings().tags;
  const { importFile } = useTagActions();
  return useMutation({
    mutationFn: async (file: File) => {
      const parsed = tagExportSchema.safeParse(parseJson(await file.text()));
      if (!parsed.success) throw new AppError('invalid_input', words.notTags);
      return importFile.mutateAsync(parsed.data);
    },
  });
}

interface ImportProps {
  imported: ReturnType<typeof useImportTags>;
}

export function ImportButton({ imported }: ImportProps) {
  const { library: words } = useStrings().tags;
  const inputRef = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button disabled={imported.isPending} onClick={() => inputRef.current?.click()}>
        {imported.isPending ? words.importing : words.import}
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
          if (file !== undefined) imported.mutate(file);
        }}
      />
    </>
  );
}

/** What the import added, or why it failed. */
export function ImportReport({ imported }: ImportProps) {
  const { library: words } = useStrings().tags;
  return (
    <div className="not-empty:mb-5">
      {imported.data === undefined ? null : (
        <output className="block text-muted">{words.imported(imported.data)}</output>
      )}
      <ErrorNotice error={imported.error} remedies={{ invalid_input: words.notTagsNext }} />
    </div>
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
