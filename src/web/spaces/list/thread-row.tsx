import { Link } from '@tanstack/react-router';
import type { Thread } from '#schema/spaces/space.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';

interface ThreadRowProps {
  thread: Thread;
  isCurrent: boolean;
}

export function ThreadRow({ thread, isCurrent }: ThreadRowProps) {
  const { list } = useStrings().spaces;
  const formats = useFormats();
  const title = thread.title ?? list.untitled;
  return (
    <li>
      <Link
        to="/spaces/thread/$threadId"
        params={{ threadId: thread.id }}
        search={{}}
        preload={false}
        aria-current={isCurrent ? 'page' : undefined}
        title={title}
        className={`flex h-8 items-center gap-2 rounded-md ps-8 pe-2 -outline-offset-2 pointer-coarse:h-11 ${
          isCurrent ? 'bg-accent-wash font-medium text-accent' : 'hover:bg-sunken'
        }`}
      >
        <span className="min-w-0 flex-1 truncate">{title}</span>
        <span className={`numeric text-xs font-normal ${isCurrent ? '' : 'text-muted'}`}>
          {formats.age(thread.updatedAt)}
        </span>
      </Link>
    </li>
  );
}
