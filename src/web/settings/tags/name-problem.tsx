import { toAppError } from '#schema/app-error.ts';
import { tagIdSchema } from '#schema/tags/tag.ts';
import type { Tag } from '#schema/tags/tag-wire.ts';
import { ErrorNotice, NoticeFrame } from '#web/controls/problem-notice.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';

/** Why a name of a tag, or a synonym, was not saved. */
export function NameProblem({ error }: { error: unknown }) {
  const { library: words, notAName } = useStrings().tags;
  const taken = readTaken(error);
  if (taken === null) return <ErrorNotice error={error} remedies={{ invalid_input: notAName }} />;
  return (
    <NoticeFrame tone="danger" title={words.renameTaken(taken.name)}>
      <p>{words.takenNext}</p>
    </NoticeFrame>
  );
}

/** The other tag that has the name; null if something else went wrong. */
export function readTaken(error: unknown): Pick<Tag, 'id' | 'name'> | null {
  if (error === null) return null;
  const { code, details } = toAppError(error);
  const id = tagIdSchema.safeParse(details?.tagId).data;
  return code === 'conflict' && id !== undefined && typeof details?.name === 'string'
    ? { id, name: details.name }
    : null;
}
