import { askModel, renderPrompt } from '#engine/ask-model.ts';
import { defineTask } from '#engine/define-task.ts';
import type { Save } from '#engine/ports.ts';
import { titleInputSchema } from '#schema/spaces/space.ts';
import type { ThreadStore } from '#sources/thread/ports.ts';
import { isErrorLike } from '#text/answers/error-like.ts';
import { nameThread, readTitle } from '#text/titles/read-title.ts';
import { sampleConversation } from './fold.ts';

/** A title needs no more than this of each message in the first turn. */
const titleCharacters = 4000;

/** Names a thread after its first turn, or after its first words if the model returns no title. */
export function createTitleTask({ store }: { store: Pick<ThreadStore, 'listMessages' | 'saveTitle'> }) {
  return defineTask({
    type: 'title',
    subject: titleInputSchema,
    templateId: 'thread.title',
    sample: { parameters: {}, texts: { sourceText: sampleConversation } },
    isGrounded: false,
    async begin(_run, input) {
      const { threadId } = input.subject;
      const [first, second] = await store.listMessages({ threadId, afterSeq: 0, limit: 2 });
      if (first === undefined) return input;
      const texts = [first, ...(second?.role === 'assistant' ? [second] : [])].map(({ text }) =>
        text.slice(0, titleCharacters),
      );
      return { ...input, sourceText: texts.join('\n\n') };
    },
    async answer(context, model) {
      const { run, input, log } = context;
      const { sourceText } = input;
      const around = await renderPrompt(context, { templateId: run.templateId, sourceText: '.' });
      const answer = await askModel(context, {
        model,
        templateId: run.templateId,
        sourceText,
        offline: async () => [nameThread(sourceText)],
        streamed: false,
      });
      const text = readAnswer(answer.text, `${around.system}\n\n${around.prompt}`) ?? nameThread(sourceText);
      log.text(text);
      return { ...answer, text };
    },
    save: async ({ input }, { answer }) => saveTitle({ ...input.subject, title: answer.text }),
    // A title is requested only once, so a failed run saves one too.
    saveFailed: ({ input }) => saveTitle({ ...input.subject, title: nameThread(input.sourceText) }),
    announces: ['threads'],
  });

  function saveTitle(named: Parameters<ThreadStore['saveTitle']>[1]): Save {
    return (tx) => store.saveTitle(tx, named);
  }
}

function readAnswer(text: string, instructions: string): string | null {
  return isErrorLike(text) ? null : readTitle(text, instructions);
}
