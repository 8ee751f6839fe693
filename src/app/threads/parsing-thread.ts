import { parseBody } from '#server/body/parse-body.ts';
import { answerTasks } from './answer-tasks.ts';

answerTasks({ parseBody });
