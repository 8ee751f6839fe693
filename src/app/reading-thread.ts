import { markupReaders } from '#sources/entry/markup-readers.ts';
import { answerTasks } from './answer-tasks.ts';

answerTasks(markupReaders);
