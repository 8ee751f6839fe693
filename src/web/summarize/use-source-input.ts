import { useRef, useState } from 'react';
import { toAppError } from '#schema/app-error.ts';
import { useClient } from '#web/api/client-provider.tsx';
import type { ShownProblem } from '#web/controls/problem-notice.tsx';
import { useFormats } from '#web/strings/strings-provider.tsx';
import { useDraft } from './draft-provider.tsx';
import { type FileProblem, readTextFile } from './read-text-file.ts';
import { emptyDraft } from './source-draft.ts';

export type InputProblem =
  | { kind: 'page'; problem: ShownProblem }
  | { kind: 'file'; name: string; problem: FileProblem };

/** The ways a text comes in: typed, from a file, from a page. */
export function useSourceInput() {
  const client = useClient();
  const { locale } = useFormats();
  const { draft, setDraft } = useDraft();
  const [problem, setProblem] = useState<InputProblem | null>(null);
  const [fetching, setFetching] = useState(false);
  // What was asked for last wins, also when an earlier page answers later.
  const latest = useRef(0);

  async function openFile(file: File): Promise<void> {
    const turn = ++latest.current;
    setFetching(false);
    const read = await readTextFile(file, locale.startsWith('zh') ? 'gb18030' : 'windows-1252');
    if (turn !== latest.current) return;
    if ('problem' in read) return setProblem({ kind: 'file', name: file.name, problem: read.problem });
    setProblem(null);
    setDraft({ title: file.name.replace(/\.[^.]+$/, ''), text: read.text, url: null });
  }

  async function fetchPage(address: string): Promise<void> {
    const turn = ++latest.current;
    setFetching(true);
    setProblem(null);
    try {
      const page = await client.fetchPage(withScheme(address));
      if (turn === latest.current) setDraft({ title: page.title ?? '', text: page.text, url: page.url });
    } catch (error) {
      if (turn === latest.current) setProblem({ kind: 'page', problem: toAppError(error) });
    } finally {
      if (turn === latest.current) setFetching(false);
    }
  }

  function clear(): void {
    latest.current += 1;
    setFetching(false);
    setProblem(null);
    setDraft(emptyDraft);
  }

  return {
    draft,
    problem,
    fetching,
    setTitle: (title: string) => setDraft({ ...draft, title }),
    setText: (text: string) => setDraft({ ...draft, text, url: null }),
    openFile,
    fetchPage,
    clear,
    dismiss: () => setProblem(null),
  };
}

/** People leave out what every address begins with. */
function withScheme(address: string): string {
  const trimmed = address.trim();
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
}
