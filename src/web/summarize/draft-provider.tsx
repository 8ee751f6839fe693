import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { readKept, writeKept } from '#web/kept/use-kept-state.ts';
import { emptyDraft, formatDraft, parseDraft, type SourceDraft } from './source-draft.ts';

interface DraftContext {
  draft: SourceDraft;
  setDraft(draft: SourceDraft): void;
}

const Context = createContext<DraftContext | null>(null);

const key = 'precis.draft';
/** Writing a long text at each keystroke would be felt. */
const settleMs = 400;

/** What the reader has put in, kept over a change of screen and a reload. */
export function DraftProvider({ children }: { children: ReactNode }) {
  const [draft, setDraft] = useState(() => parseDraft(readKept('session', key)));

  useEffect(() => {
    const keep = () => writeKept('session', key, draft === emptyDraft ? null : formatDraft(draft));
    const timer = setTimeout(keep, settleMs);
    window.addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', keep);
    };
  }, [draft]);

  return <Context value={{ draft, setDraft }}>{children}</Context>;
}

export function useDraft(): DraftContext {
  const context = useContext(Context);
  if (context === null) throw new Error('the draft is used outside its provider');
  return context;
}
