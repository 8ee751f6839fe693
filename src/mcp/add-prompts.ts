import type { GetPromptResult, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

/**
 * Adds the questions that users of coding agents ask again and again. They name tools and contain no records, because a
 * client sends a prompt in the user's name.
 */
export function addPrompts(server: McpServer): void {
  server.registerPrompt(
    'resume',
    {
      title: 'Start where I left off',
      description: 'What was done last in this project, what is open, and the next step.',
    },
    () =>
      ask(
        'Where did I leave off in this project? If you were given no context of earlier sessions, call context. Then call memory_search with an empty query and the type sessions, and read the newest records with memory_get if you need more. Say in a few sentences what was done last, what is open and what the next step is. Check files before you rely on a record, and change nothing before I answer.',
      ),
  );
  server.registerPrompt(
    'decided',
    {
      title: 'What was decided about …',
      description: 'What earlier sessions decided about something, when and why.',
      argsSchema: z.object({ topic: z.string().min(1).max(500).describe('For example the login page.') }),
    },
    ({ topic }) =>
      ask(
        `What was decided about ${topic}? Find it with memory_search, and read the records that matter with memory_get. Say what was decided, when and why, and whether a later record changed it. Name the records, such as S12. If the records do not say, say so.`,
      ),
  );
}

function ask(text: string): GetPromptResult {
  return { messages: [{ role: 'user', content: { type: 'text', text } }] };
}
