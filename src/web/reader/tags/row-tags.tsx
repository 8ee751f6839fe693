import type { TagRef } from '#schema/tags/tag.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';

/** The tags of an entry in its row: as many as there is room for. */
export function RowTags({ tags }: { tags: readonly TagRef[] }) {
  const { tags: words } = useStrings();
  if (tags.length === 0) return null;
  const names = tags.map(({ name }) => name);
  return (
    <span className="ms-1 min-w-0 flex-1 truncate" data-testid="row-tags" title={names.join(', ')}>
      <span aria-hidden>
        {tags.map(({ id, name }) => (
          <bdi key={id} className="me-1.5">
            #{name}
          </bdi>
        ))}
      </span>
      <span className="sr-only">{words.inRow(names.join(', '))}</span>
    </span>
  );
}
