import { expect } from 'vitest';
import type { Served } from './open-project.ts';

export interface ServedSession {
  id: string;
  /** Sends a prompt and waits for the answer. */
  ask(prompt: string): Promise<string>;
}

/** Opens a session of `opencode serve` through its own API. */
export async function openServedSession({ url }: Served, directory: string): Promise<ServedSession> {
  const at = (path: string): string => `${url}${path}?directory=${encodeURIComponent(directory)}`;
  const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const response = await fetch(at(path), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
    return (await response.json()) as Record<string, unknown>;
  };
  const id = String((await post('/session', {})).id);
  return {
    id,
    async ask(prompt) {
      const answer = await post(`/session/${id}/message`, { parts: [{ type: 'text', text: prompt }] });
      const parts = answer.parts as { type: string; text?: string }[];
      return parts.map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join('');
    },
  };
}
