import { parametersOf } from '#engine/prepare-run.ts';
import { AppError } from '#schema/app-error.ts';
import type { RunId } from '#schema/ids.ts';
import type { Run } from '#schema/runs/run.ts';
import type { TranslateTextRequest } from '#schema/translations/translation-wire.ts';
import type { ReaderPorts } from '#sources/entry/ports.ts';
import type { TextTranslationSubject } from '#sources/entry/tasks/translation.ts';
import { detectLanguage } from '#text/language/language.ts';
import { plainOf } from '#text/paragraphs/markers.ts';
import { requireModels } from './choose-models.ts';
import { chooseLanguage, listParagraphs, refuseSameLanguage } from './translate-entry.ts';

/** Enough to tell a language. */
const sampleCharacters = 20_000;

/** Translates a text that is no entry, such as a file on the command line. Its hash is its identity. */
export async function translateText(
  ports: ReaderPorts,
  request: TranslateTextRequest & { runId?: RunId | undefined },
): Promise<Run> {
  const title = request.title?.trim() ?? '';
  const { translation } = await ports.getSettings();
  const targetLanguage = chooseLanguage(request.targetLanguage, translation);
  const route = await requireModels(ports, request.modelProfileId);
  const paragraphs = await listParagraphs(ports, { title, html: request.html });
  if (paragraphs.length === 0) throw new AppError('source_empty', 'There is no text to translate.');
  const sourceText = paragraphs.map(({ markup }) => plainOf(markup)).join('\n\n');
  const sourceLanguage = detectLanguage(sourceText.slice(0, sampleCharacters))?.language ?? null;
  if (request.anyway !== true) refuseSameLanguage(sourceLanguage, targetLanguage);
  const { glossary } = translation;
  const subject: TextTranslationSubject = { targetLanguage, paragraphs, sourceLanguage, glossary };
  return ports.engine.submit({
    runId: request.runId,
    taskType: 'text-translation',
    source: { kind: 'text', id: ports.hash(sourceText), title: title === '' ? null : title },
    agentId: 'translation',
    trigger: 'manual',
    parameters: parametersOf({ targetLanguage }),
    route,
    templateId: translation.templateId,
    input: { sourceText, subject },
  });
}
