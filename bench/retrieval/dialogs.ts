import { readFileSync } from 'node:fs';

export interface Message {
  id: string;
  role: 'user' | 'assistant';
  text: string;
}

export interface DialogSession {
  id: string;
  at: number;
  messages: Message[];
}

/** A conversation in dated sessions, with questions about it and the messages that answer them. */
export interface Dialog {
  id: string;
  sessions: DialogSession[];
  questions: Question[];
}

export interface Question {
  ability: string;
  text: string;
  evidence: string[];
}

/** What is chosen by half of the documents is reported on the other half. */
export const halves = ['tune', 'report', 'all'] as const;
export type Half = (typeof halves)[number];

export function halfOf(dialogs: Dialog[], half: Half): Dialog[] {
  return half === 'all' ? dialogs : dialogs.filter((_, at) => at % 2 === (half === 'tune' ? 0 : 1));
}

interface BeamChat {
  id: string;
  messages: { id: number; role: 'user' | 'assistant'; text: string; time: string | null }[];
  questions: { ability: string; question: string; evidence: unknown }[];
}

/** A new date begins a new session. Questions without evidence are left out. */
export function readBeam(file: string): Dialog[] {
  const chats: BeamChat[] = JSON.parse(readFileSync(file, 'utf8'));
  return chats.map(({ id, messages, questions }) => {
    const known = new Set(messages.map((message) => message.id));
    const sessions: DialogSession[] = [];
    let date = '';
    for (const { id: number, role, text, time } of messages) {
      if (sessions.length === 0 || (time !== null && time !== date)) {
        date = time ?? date;
        sessions.push({ id: `${id} ${sessions.length + 1}`, at: readDate(date), messages: [] });
      }
      sessions.at(-1)?.messages.push({ id: String(number), role, text });
    }
    const asked = questions.map(({ ability, question, evidence }) => ({
      ability,
      text: question,
      evidence: [...new Set([evidence].flat(9))]
        .filter((ref) => typeof ref === 'number' && known.has(ref))
        .map(String),
    }));
    return { id, sessions, questions: asked.filter(({ evidence }) => evidence.length > 0) };
  });
}

interface LocomoLine {
  speaker: string;
  dia_id: string;
  text: string;
  blip_caption?: string;
}

interface LocomoSample {
  sample_id: string;
  conversation: Record<string, string | LocomoLine[]>;
  qa: { question: string; evidence: string[]; category: number }[];
}

const categories = ['', 'several sessions', 'time', 'open domain', 'one session', 'adversarial'];

/** Both speakers are people. The evidence of a question are its sessions. */
export function readLocomo(file: string): Dialog[] {
  const samples: LocomoSample[] = JSON.parse(readFileSync(file, 'utf8'));
  return samples.map(({ sample_id, conversation, qa }) => {
    const sessions = Object.keys(conversation)
      .flatMap((key) => /^session_(\d+)$/.exec(key)?.[1] ?? [])
      .toSorted((one, other) => Number(one) - Number(other))
      .map((number): DialogSession => {
        const lines = conversation[`session_${number}`];
        return {
          id: `D${number}`,
          at: readDate(conversation[`session_${number}_date_time`]),
          messages: (Array.isArray(lines) ? lines : []).map((line) => ({
            id: line.dia_id,
            role: 'user',
            text: `${line.speaker}: ${line.text}${line.blip_caption ? ` [${line.blip_caption}]` : ''}`,
          })),
        };
      })
      .filter(({ messages }) => messages.length > 0);
    const known = new Set(sessions.map(({ id }) => id));
    const asked = qa.map(({ question, evidence, category }) => ({
      ability: categories[category] ?? '',
      text: question,
      evidence: [...new Set(evidence.join(' ').match(/D\d+/g))].filter((id) => known.has(id)),
    }));
    return { id: sample_id, sessions, questions: asked.filter(({ evidence }) => evidence.length > 0) };
  });
}

/** "March-15-2024" or "1:56 pm on 8 May, 2023"; the first day of 2024 where there is no date. */
function readDate(text: unknown): number {
  const day = (typeof text === 'string' ? text : '').replace(/^.* on /, '').replaceAll('-', ' ');
  const at = Date.parse(`${day} 12:00 UTC`);
  return Number.isNaN(at) ? Date.UTC(2024, 0, 1, 12) : at;
}
