import { noteLanguage } from '#app/offline-summary/note-language.ts';
import {
  findOfflineSettings,
  type OfflineRequest,
  summarizeOffline,
} from '#app/offline-summary/summarize-offline.ts';
import { readConfig } from '#app/read-config.ts';
import { createProgressLine } from '#cli/printing/progress-line.ts';
import { builtinModelProfileId, type ModelProfileId } from '#schema/ids.ts';
import { readLocalText, type SourceText } from './read-source-text.ts';
import { refuseTooLong } from './refuse-too-long.ts';
import type { Terminal } from './terminal.ts';

interface DirectOrder {
  from: string;
  title: string | undefined;
  /** The language of the summary is that of the text, whatever the target. */
  choices: Omit<OfflineRequest, 'text' | 'title'> & {
    modelProfileId?: ModelProfileId | undefined;
    targetLanguage?: string | undefined;
  };
}

/** `source` is what was read of a text that needs a run: standard input can be read only once. */
type Outcome = { isShown: true } | { isShown: false; source: SourceText | null };

/** Shows the summary of the offline model without a run, if nothing else is configured: nothing is loaded or stored for it. */
export async function summarizeDirectly(
  { from, title, choices }: DirectOrder,
  terminal: Terminal,
): Promise<Outcome> {
  const { modelProfileId, targetLanguage, ...wanted } = choices;
  const isChosen = modelProfileId === builtinModelProfileId;
  if (modelProfileId !== undefined && !isChosen) return { isShown: false, source: null };
  const settings = await findOfflineSettings(readConfig(terminal.env), { isChosen });
  if (settings === null) return { isShown: false, source: null };
  const source = await readLocalText(from, terminal);
  refuseTooLong(source.text);

  const startedAt = performance.now();
  const request = { ...wanted, text: source.text, title: title ?? source.title ?? undefined };
  const progress = createProgressLine(terminal);
  progress.note('Writing …');
  let made: ReturnType<typeof summarizeOffline>;
  try {
    made = await terminal.inOnePiece(() => summarizeOffline(request, settings));
  } finally {
    progress.clear();
  }
  if (made === null) return { isShown: false, source };
  terminal.out(`${made.text}\n`);
  const note = noteLanguage({ asked: targetLanguage, written: made.language, isOffline: true });
  if (note !== null) terminal.err(`precis: ${note}\n`);
  if (terminal.interactive) {
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    const parts = [made.language, made.detailLevel, 'Offline extract', `${seconds} s`];
    terminal.err(`— ${parts.filter((part) => part !== null).join(' · ')}\n`);
  }
  return { isShown: true };
}
