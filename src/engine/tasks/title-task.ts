import { askModel, type RunContext, renderPrompt, type Task } from '#engine/run-context.ts';
import { isErrorLike } from '#memory/error-like.ts';
import type { Payload } from '#schema/runs/summary.ts';
import { nameThread } from '#text/titles/name-thread.ts';
import { readTitle } from '#text/titles/read-title.ts';

/** Names a thread by its first turn, or by its first words where the model has no title for it. */
export const titleTask: Task = {
  templateId: 'thread.title',
  languageTemplateId: null,
  isChecked: false,
  async answer(context, model) {
    const { run, input, log } = context;
    const ask = { model, templateId: run.templateId, sourceText: input.sourceText, streamed: false };
    const around = await renderPrompt(context, { ...ask, sourceText: '.' });
    const answer = await askModel(context, ask);
    const text =
      readAnswer(answer.text, `${around.system}\n\n${around.prompt}`) ?? nameThread(input.sourceText);
    log.text(text);
    return { ...answer, text };
  },
  makePayload: async (context, { text }) => payloadOf(context, text),
  // A title is requested only once: the thread gets one in any case.
  afterFailure: (context) => payloadOf(context, nameThread(context.input.sourceText)),
};

function readAnswer(text: string, instructions: string): string | null {
  return isErrorLike(text) ? null : readTitle(text, instructions);
}

function payloadOf({ run, input }: RunContext, title: string): Payload {
  if (input.subject?.kind !== 'title') throw new TypeError(`title run ${run.id} has no thread`);
  return { kind: 'title', threadId: input.subject.threadId, title };
}
