import { markupReaders } from '#sources/entry/pages/markup-readers.ts';
import { answerTasks } from './answer-tasks.ts';

answerTasks(markupReaders);
