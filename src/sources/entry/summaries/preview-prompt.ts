import { parametersOf } from '#engine/prepare-run.ts';
import type { EntryId } from '#schema/entry.ts';
import type { PromptPreview, SummarizeEntryRequest } from '#schema/reader-wire.ts';
import type { ReaderPorts } from '#sources/entry/ports.ts';
import { requireEntry } from '#sources/entry/require-entry.ts';
import { chooseVariant } from './summarize-entry.ts';

/** The prompt as a run of this entry would send it, where the text fits the model's context. */
export async function previewPrompt(
  { store, getSettings, templates }: Pick<ReaderPorts, 'store' | 'getSettings' | 'templates'>,
  id: EntryId,
  request: Pick<SummarizeEntryRequest, 'targetLanguage' | 'detailLevel'>,
): Promise<PromptPreview> {
  const entry = await requireEntry({ store }, id);
  const { summaryAgent } = await getSettings();
  const { template, system, prompt } = await templates.render({
    templateId: summaryAgent.templateId,
    parameters: parametersOf(chooseVariant(request, summaryAgent)),
    texts: { sourceText: entry.text, ...(entry.title.trim() === '' ? {} : { title: entry.title }) },
    systemPromptOverride: null,
  });
  return { template, system, prompt };
}
