import type { RunContext } from '#engine/define-task.ts';
import { nap } from '#engine/nap.ts';
import { outlastOutage } from '#engine/outlast-outage.ts';
import { RunStopped } from '#engine/stop-reason.ts';
import type { TranslatedParagraph } from '#schema/translations/translation.ts';
import type { NewParagraph, TranslationStore } from '#sources/entry/translations/ports.ts';

interface ParagraphWriter {
  push(paragraph: TranslatedParagraph): void;
  /** Resolves when everything is stored and announced. Throws what kept it from being stored. */
  settled(): Promise<void>;
}

interface Writing {
  store: Pick<TranslationStore, 'saveParagraphs'>;
  targetLanguage: string;
  /** The same paragraph may stand in several entries. */
  rowsOf(paragraph: TranslatedParagraph): NewParagraph[];
  onStored(paragraphs: readonly TranslatedParagraph[]): void;
}

/** A cancelled run hears of it soon after; until then it waits here. */
const stopMs = 30_000;

/** Stores paragraphs, and announces them afterwards: what a reader has seen survives a crash. Those that come fast are written together. */
export function createParagraphWriter(
  { run, log, ports, signal }: RunContext,
  { store, targetLanguage, rowsOf, onStored }: Writing,
): ParagraphWriter {
  let waiting = new Map<string, TranslatedParagraph>();
  let writing: Promise<void> | null = null;
  let failure: unknown = null;

  async function write(): Promise<void> {
    while (waiting.size > 0 && failure === null) {
      const paragraphs = [...waiting.values()];
      waiting = new Map();
      const save = () =>
        store.saveParagraphs({
          runId: run.id,
          attempt: run.attempt,
          targetLanguage,
          paragraphs: paragraphs.flatMap(rowsOf),
          at: ports.clock.now(),
        });
      if (!(await outlastOutage({ clock: ports.clock, signal }, save))) {
        await nap(ports.clock, stopMs, signal);
        signal.throwIfAborted();
        throw new RunStopped('lost');
      }
      for (const paragraph of paragraphs) log.emit({ type: 'paragraph', ...paragraph });
      onStored(paragraphs);
    }
  }

  return {
    push(paragraph) {
      waiting.set(paragraph.key, paragraph);
      writing ??= write()
        .catch((error: unknown) => {
          failure = error;
        })
        .finally(() => {
          writing = null;
        });
    },
    async settled() {
      while (writing !== null) await writing;
      if (failure !== null) throw failure;
    },
  };
}
