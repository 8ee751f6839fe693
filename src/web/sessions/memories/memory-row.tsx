import { Link } from '@tanstack/react-router';
import { Pencil, Trash2 } from 'lucide-react';
import type { Memory } from '#schema/sessions/memory.ts';
import { IconButton } from '#web/controls/icon-button.tsx';
import { projectName } from '#web/sessions/project-name.ts';
import { recordRef } from '#web/sessions/record-ref.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';

interface MemoryRowProps {
  memory: Memory;
  namesProject: boolean;
  onEdit(): void;
  onRemove(): void;
}

export function MemoryRow({ memory, namesProject, onEdit, onRemove }: MemoryRowProps) {
  const { sessions, separator } = useStrings();
  const { memories: words } = sessions;
  const formats = useFormats();
  const { kind, text, origin, source, project, changedAt, supersededAt } = memory;
  const facts = [
    words.kinds[kind],
    ...(project === null || namesProject ? [projectName(project, sessions)] : []),
    words.origins[origin],
    formats.age(changedAt),
    ...(supersededAt === null ? [] : [words.supersededAt(formats.fullTime(supersededAt))]),
  ];
  return (
    <li className="flex items-start gap-2 py-2.5">
      <div className="min-w-0 flex-1">
        <p className={`whitespace-pre-wrap wrap-anywhere ${supersededAt === null ? '' : 'text-muted'}`}>
          {text}
        </p>
        <p className="mt-0.5 text-xs text-muted wrap-anywhere">
          <span title={formats.fullTime(changedAt)}>{facts.join(separator)}</span>
          {source === null ? null : (
            <>
              {separator}
              <Link
                to="/sessions/$sessionId"
                params={{ sessionId: String(source.sessionDbId) }}
                search={{ ...(project === null ? {} : { project }), at: recordRef(source) }}
                preload={false}
                className="rounded text-accent underline pointer-coarse:py-3"
              >
                {words.openSource(recordRef(source))}
              </Link>
            </>
          )}
        </p>
      </div>
      <span className="flex shrink-0">
        <IconButton label={words.edit(text)} title={words.editShort} onClick={onEdit}>
          <Pencil aria-hidden className="size-4" />
        </IconButton>
        <IconButton label={words.remove(text)} title={words.removeShort} onClick={onRemove}>
          <Trash2 aria-hidden className="size-4" />
        </IconButton>
      </span>
    </li>
  );
}
