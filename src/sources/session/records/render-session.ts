import type { SessionInput } from '#schema/sessions/session.ts';

/** What happened, as a text for a model and as the source that its summary is checked against. */
export function renderSession({ prompts, observations, lastAssistantMessage }: SessionInput): string {
  const parts = [
    ...prompts.map(({ promptNumber, text }) => `User, prompt ${promptNumber}:\n${text}`),
    ...observations.map(({ tool, input, output }) => `Tool ${tool}:\n${input}\nResult:\n${output}`),
    ...(lastAssistantMessage.trim() === '' ? [] : [`Assistant:\n${lastAssistantMessage}`]),
  ];
  return parts.join('\n\n');
}
