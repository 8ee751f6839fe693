import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { parseJsonObject } from '#schema/parse-json.ts';
import type { Observation } from '#schema/sessions/session.ts';
import type { Change } from '#text/diff-words.ts';
import { readTool } from '#text/read-tool.ts';
import { cutCharacters } from '#text/sentences/cut-text.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { scrollable } from '#web/controls/layout/panes.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { sessionsKeys } from '#web/sessions/sessions-queries.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { recordRef } from './known-records.ts';

/** Shows the full input and output of a tool. `known` may be truncated, because records in events are. */
export function OpenObservation({ known }: { known: Observation }) {
  const { timeline } = useStrings().sessions;
  const client = useClient();
  const reference = recordRef({ kind: 'observation', id: known.id });
  const { data, error } = useQuery({
    queryKey: sessionsKeys.record(reference),
    queryFn: async () => (await client.sessions.records([reference])).items[0] ?? null,
  });
  if (data === null) return <p className="text-muted">{timeline.gone}</p>;
  const observation = data?.kind === 'observation' ? data : known;
  const { toolResponse, cwd } = observation;
  return (
    <div className="space-y-2">
      <ErrorNotice error={error} tone="caution" />
      <Side label={timeline.input}>
        <Input observation={observation} />
      </Side>
      <Side label={timeline.output}>
        <Text text={layOut(toolResponse)} />
      </Side>
      {cwd === '' ? null : (
        <p className="text-xs text-muted wrap-anywhere">
          {timeline.folder}: <code className="font-mono">{cwd}</code>
        </p>
      )}
    </div>
  );
}

/** Shows an edit as a diff, and any other input as text. */
function Input({ observation }: { observation: Observation }) {
  const differences = readTool(observation).files.filter(({ lines }) => lines !== null);
  if (differences.length === 0) return <Text text={layOut(observation.toolInput)} />;
  return differences.map(({ path, lines }, index) => (
    // A patch may name a file twice, so the path is not a unique key.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <div key={index} className="mt-0.5 space-y-1">
      <code className="block font-mono text-xs wrap-anywhere">{path}</code>
      <DiffView lines={lines ?? []} />
    </div>
  ));
}

function Side({ label, children }: { label: string; children: ReactNode }) {
  return (
    // Several observations may be open, and a region for each would clutter the page's landmarks.
    <div role="group" aria-label={label}>
      <h3 className="text-xs text-muted">{label}</h3>
      {children}
    </div>
  );
}

function Text({ text }: { text: string }) {
  const { timeline } = useStrings().sessions;
  if (text === '') return <p className="text-xs text-muted">{timeline.nothing}</p>;
  return (
    <pre
      {...scrollable}
      dir="auto"
      className="mt-0.5 max-h-80 overflow-auto rounded-md border border-line bg-paper px-2.5 py-1.5 font-mono text-xs leading-relaxed wrap-anywhere whitespace-pre-wrap"
    >
      {text}
    </pre>
  );
}

/** Parameter names that coding agents use, most informative first. */
const tellingKeys = [
  'filePath',
  'file_path',
  'path',
  'command',
  'pattern',
  'query',
  'url',
  'description',
  'prompt',
];
const lineCharacters = 240;

/** Describes a tool's input in one line. */
export function describeInput(toolInput: string): string {
  const fields = parseFields(toolInput);
  const telling = tellingKeys.map((key) => fields?.[key]).find(isTelling);
  return toLine(telling ?? toolInput);
}

/** Indents JSON; other text stays unchanged. */
export function layOut(text: string): string {
  const fields = parseFields(text);
  return fields === null ? text : JSON.stringify(fields, null, 2);
}

function isTelling(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function parseFields(text: string): Record<string, unknown> | null {
  return text.trimStart().startsWith('{') ? parseJsonObject(text) : null;
}

function toLine(text: string): string {
  const line = text
    .slice(0, lineCharacters * 4)
    .replace(/\s+/gu, ' ')
    .trim();
  return cutCharacters(line, lineCharacters);
}

const shownAtFirst = 40;

const looks = {
  same: { tag: 'span', mark: ' ', className: 'text-muted' },
  removed: { tag: 'del', mark: '−', className: 'bg-danger-wash text-danger no-underline' },
  added: { tag: 'ins', mark: '+', className: 'bg-accent-wash text-accent no-underline' },
} as const;

/** Shows removed and added lines below each other. Long unchanged parts are collapsed. */
export function DiffView({ lines }: { lines: readonly Change[] }) {
  const { changes: words } = useStrings().sessions;
  const [isWhole, setWhole] = useState(false);
  const folded = foldSame(lines);
  const hidden = isWhole ? 0 : Math.max(0, folded.length - shownAtFirst);
  return (
    <div className="overflow-hidden rounded-md border border-line bg-surface">
      <pre
        {...scrollable}
        dir="ltr"
        className="overflow-x-auto py-1 font-mono text-xs leading-relaxed -outline-offset-2"
      >
        {folded.slice(0, folded.length - hidden).map((line, index) =>
          line.kind === 'gap' ? (
            // The lines of one diff never change their order.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <span key={index} className="numeric block bg-sunken px-2.5 text-muted">
              {words.same(line.count)}
            </span>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <Line key={index} line={line} />
          ),
        )}
      </pre>
      {hidden === 0 ? null : (
        <button
          type="button"
          onClick={() => setWhole(true)}
          className="block h-8 pointer-coarse:h-11 w-full border-t border-line text-xs text-accent -outline-offset-2 hover:bg-sunken"
        >
          {words.showLines(hidden)}
        </button>
      )}
    </div>
  );
}

function Line({ line: { kind, text } }: { line: Change }) {
  const { tag: Tag, mark, className } = looks[kind];
  return (
    <Tag className={`block min-w-fit px-2.5 whitespace-pre ${className}`}>
      <span aria-hidden className="inline-block w-4 select-none">
        {mark}
      </span>
      {text === '' ? ' ' : text}
    </Tag>
  );
}

/** Unchanged lines that are omitted. */
interface Gap {
  kind: 'gap';
  count: number;
}

/** Number of unchanged lines shown next to a change. */
const context = 3;

/** Replaces long runs of unchanged lines with gaps. A single line stays, because a gap would save no space. */
export function foldSame(lines: readonly Change[]): (Change | Gap)[] {
  const isNear = lines.map(() => false);
  for (const [at, { kind }] of lines.entries()) {
    if (kind === 'same') continue;
    isNear.fill(true, Math.max(0, at - context), at + context + 1);
  }
  const folded: (Change | Gap)[] = [];
  for (const [at, line] of lines.entries()) {
    const last = folded.at(-1);
    if (isNear[at] || (!isHidden(at - 1) && !isHidden(at + 1))) folded.push(line);
    else if (last?.kind === 'gap') last.count += 1;
    else folded.push({ kind: 'gap', count: 1 });
  }
  return folded;

  function isHidden(at: number): boolean {
    return at >= 0 && at < lines.length && isNear[at] === false;
  }
}
