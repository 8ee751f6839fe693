import { askModel, type Task } from './run-context.ts';

const maxCharacters = 80;

/** Names a thread by its first turn. */
export const titleTask: Task = {
  templateId: 'thread.title',
  languageTemplateId: null,
  isChecked: false,
  async answer(context, model) {
    const { run, input, log } = context;
    const ask = { model, templateId: run.templateId, sourceText: input.sourceText, streamed: false };
    const answer = await askModel(context, ask);
    const text = cleanTitle(answer.text);
    log.text(text);
    return { ...answer, text };
  },
  async makePayload({ run, input }, { text }) {
    if (input.subject?.kind !== 'title') throw new TypeError(`title run ${run.id} has no thread`);
    return { kind: 'title', threadId: input.subject.threadId, title: text };
  },
};

/** Models like to wrap a title in quotes, stars or a label. */
function cleanTitle(text: string): string {
  const line = text.split('\n').find((each) => each.trim() !== '') ?? text;
  const bare = line
    .trim()
    .replace(/^(?:#+\s*|title\s*[:：]\s*|标题\s*[:：]\s*)/i, '')
    .replace(/^[\s"'“”‘’«»「『*_`]+|(?<![\s"'“”‘’«»」』*_`.。])[\s"'“”‘’«»」』*_`.。]+$/g, '');
  const whole = bare === '' ? line.trim() : bare;
  const characters = Array.from(whole);
  return characters.length <= maxCharacters ? whole : `${characters.slice(0, maxCharacters - 1).join('')}…`;
}
