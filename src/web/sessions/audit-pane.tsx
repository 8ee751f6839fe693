import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MemoryId } from '#schema/sessions/memory.ts';
import type { AuditFinding, AuditKind, GivenSums, MemoryAudit } from '#schema/sessions/memory-audit.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { Button } from '#web/controls/button.tsx';
import { EmptyState, Loaded } from '#web/controls/loaded.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { useMemoryActions } from './memory-list.tsx';
import { projectName, sessionsKeys } from './sessions-queries.ts';

/** The command that also checks files, which the server does not read. */
const command = 'precis memory audit';

/** The last action, which can be undone. */
interface Done {
  id: MemoryId;
  text: string;
  how: 'removed' | 'dismissed';
}

/** Shows what may be wrong with memories, what to do, and what sessions were given. */
export function AuditPane({ project }: { project: string | null }) {
  const client = useClient();
  const { audit: words, memories } = useStrings().sessions;
  const query = useQuery({
    queryKey: sessionsKeys.audit(project),
    queryFn: () => client.memories.audit(project === null ? {} : { project }),
  });
  const { remove, restore, dismiss, undo } = useMemoryActions();
  const [done, setDone] = useState<Done | null>(null);
  const isBusy = [remove, restore, dismiss, undo].some(({ isPending }) => isPending);

  function act({ id, text }: AuditFinding, how: Done['how']): void {
    for (const each of [remove, restore, dismiss, undo]) each.reset();
    const settle = { onSuccess: () => setDone({ id, text, how }), onError: () => setDone(null) };
    (how === 'removed' ? remove : dismiss).mutate(id, settle);
  }

  function takeBack({ id, how }: Done): void {
    (how === 'removed' ? restore : undo).mutate(id, { onSuccess: () => setDone(null) });
  }

  return (
    <div className="space-y-4 pt-4">
      <p className="text-muted">
        {words.note} <code className="font-mono text-xs text-ink">{command}</code>
      </p>
      <output className="block empty:hidden">
        {done === null ? null : (
          <span className="flex items-center gap-2 rounded-md bg-sunken py-1 ps-3 pe-1">
            <span className="min-w-0 flex-1 truncate">{memories[done.how](done.text)}</span>
            <Button look="quiet" disabled={isBusy} onClick={() => takeBack(done)}>
              {memories.undo}
            </Button>
          </span>
        )}
      </output>
      <ErrorNotice error={remove.error ?? restore.error ?? dismiss.error ?? undo.error} />
      <Loaded of={query}>
        {(audit) => (
          <>
            <Figures audit={audit} />
            {audit.findings.length === 0 ? <EmptyState title={words.none} next={words.noneNext} /> : null}
            {[...Map.groupBy(audit.findings, ({ kind }) => kind)].map(([kind, findings]) => (
              <Findings
                key={kind}
                kind={kind}
                findings={findings}
                namesProject={project === null}
                isBusy={isBusy}
                onAct={act}
              />
            ))}
          </>
        )}
      </Loaded>
    </div>
  );
}

function Figures({ audit: { memories, sessions, since, atStart, withPrompt } }: { audit: MemoryAudit }) {
  const { audit: words } = useStrings().sessions;
  const formats = useFormats();
  const tokens = (sums: GivenSums) => (sums.times === 0 ? words.never : words.tokens(sums));
  const count = formats.number(sessions);
  const figures = {
    memories: formats.number(memories),
    sessions: since === null ? count : words.since(count, formats.fullTime(since)),
    atStart: tokens(atStart),
    withPrompt: tokens(withPrompt),
  };
  return (
    <dl className="divide-y divide-line border-y border-line">
      {(Object.keys(words.figures) as (keyof typeof figures)[]).map((name) => (
        <div key={name} className="flex flex-wrap gap-x-4 py-2">
          <dt className="w-52 shrink-0 text-muted">{words.figures[name]}</dt>
          <dd className="numeric min-w-0">{figures[name]}</dd>
        </div>
      ))}
    </dl>
  );
}

interface FindingsProps {
  kind: AuditKind;
  findings: readonly AuditFinding[];
  namesProject: boolean;
  isBusy: boolean;
  onAct(finding: AuditFinding, how: Done['how']): void;
}

function Findings({ kind, findings, namesProject, isBusy, onAct }: FindingsProps) {
  const { sessions, separator } = useStrings();
  const { audit: words, memories } = sessions;
  const formats = useFormats();
  const because: Partial<Record<AuditKind, (because: string) => string>> = words.because;
  const isProposal = kind === 'proposal';
  return (
    <section aria-label={words.headings[kind]}>
      <h2 className="font-medium">
        {words.headings[kind]} <span className="numeric text-muted">{formats.number(findings.length)}</span>
      </h2>
      <p className="text-xs text-muted">{words.advice[kind]}</p>
      <ul className="mt-1 divide-y divide-line border-y border-line">
        {findings.map((finding) => {
          const facts = [
            `M${finding.id}`,
            ...(namesProject || finding.project === null ? [projectName(finding.project, sessions)] : []),
            ...(finding.because === null ? [] : [because[kind]?.(finding.because) ?? finding.because]),
          ];
          return (
            <li key={finding.id} className="flex flex-wrap items-start gap-x-2 gap-y-1 py-2.5">
              <div className="min-w-0 flex-1 basis-64">
                <p className="whitespace-pre-wrap wrap-anywhere">{finding.text}</p>
                <p className="numeric mt-0.5 text-xs text-muted wrap-anywhere">{facts.join(separator)}</p>
              </div>
              <Button
                look="quiet"
                disabled={isBusy}
                aria-label={(isProposal ? memories.dismissNamed : memories.remove)(finding.text)}
                onClick={() => onAct(finding, isProposal ? 'dismissed' : 'removed')}
              >
                {isProposal ? memories.dismiss : memories.removeShort}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
