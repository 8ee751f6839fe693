import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Memory } from '#schema/sessions/memory.ts';
import { projectName } from '#web/sessions/project-name.ts';
import { recordRef } from '#web/sessions/record-ref.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';

interface MemoryRowProps {
  memory: Memory;
  namesProject: boolean;
  /** What can be done with it. */
  children: ReactNode;
}

/** The words of a memory, why it waits if it does, and where it comes from. */
export function MemoryRow({ memory, namesProject, children }: MemoryRowProps) {
  const { sessions, separator } = useStrings();
  const { memories: words } = sessions;
  const formats = useFormats();
  const { kind, text, origin, source, project, changedAt, supersededAt, proposal } = memory;
  const isWaiting = proposal !== null && proposal.decision === null;
  const facts = [
    ...(origin === 'agent' ? [words.origins.agent] : []),
    ...(proposal?.asks === 'removal' ? [] : [words.kinds[kind]]),
    ...(project === null || namesProject ? [projectName(project, sessions)] : []),
    ...(origin === 'agent' ? [] : [words.origins[origin]]),
    ...(proposal?.decision === 'confirmed' ? [words.confirmedByYou] : []),
    formats.age(changedAt),
    ...(supersededAt === null ? [] : [words.supersededAt(formats.fullTime(supersededAt))]),
  ];
  return (
    <li className="flex flex-wrap items-start gap-x-2 gap-y-1 py-2.5">
      <div className={`min-w-0 flex-1 ${isWaiting ? 'basis-64' : ''}`}>
        <p className={`whitespace-pre-wrap wrap-anywhere ${supersededAt === null ? '' : 'text-muted'}`}>
          {text}
        </p>
        {isWaiting ? (
          <p className="mt-0.5 text-[0.8125rem] wrap-anywhere">
            {words.reasons[proposal.asks](proposal.about ?? '')}
          </p>
        ) : null}
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
      <span className="flex shrink-0 items-center gap-1">{children}</span>
    </li>
  );
}
