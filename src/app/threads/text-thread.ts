import { textJobs } from '#engine/text-jobs.ts';
import { answerTasks } from './answer-tasks.ts';

answerTasks(textJobs);
