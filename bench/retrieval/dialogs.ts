import { readFileSync } from 'node:fs';
import { z } from 'zod';

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
  /** The half to which the dialog belongs, or null if the file was not used to choose anything. */
  half: Half | null;
  sessions: DialogSession[];
  questions: Question[];
}

export interface Question {
  ability: string;
  text: string;
  evidence: string[];
}

/** What is chosen on the first half of the documents is reported on the other half. */
export const halves = ['tune', 'report'] as const;
export type Half = (typeof halves)[number];

export function markHalves(dialogs: readonly Dialog[]): Dialog[] {
  return dialogs.map((dialog, at) => ({ ...dialog, half: at % 2 === 0 ? 'tune' : 'report' }));
}

const beamSchema = z
  .array(
    z.object({
      id: z.union([z.string(), z.number()]).transform(String),
      messages: z
        .array(
          z.object({
            id: z.number(),
            role: z.enum(['user', 'assistant']),
            text: z.string(),
            time: z.string().nullish(),
          }),
        )
        .min(1),
      questions: z.array(z.object({ ability: z.string(), question: z.string(), evidence: z.unknown() })),
    }),
  )
  .min(1);

/** Reads BEAM. A new date begins a new session. Questions without evidence are left out. */
export function readBeam(file: string): Dialog[] {
  const chats = readData(file, { format: 'BEAM', schema: beamSchema });
  return chats.map(({ id, messages, questions }) => {
    const known = new Set(messages.map((message) => message.id));
    const sessions: DialogSession[] = [];
    let date = '';
    for (const { id: number, role, text, time } of messages) {
      if (sessions.length === 0 || (typeof time === 'string' && time !== date)) {
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
    return { id, half: null, sessions, questions: asked.filter(({ evidence }) => evidence.length > 0) };
  });
}

const locomoSchema = z
  .array(
    z.object({
      sample_id: z.string(),
      conversation: z.record(
        z.string(),
        z.union([
          z.string(),
          z.array(
            z.object({
              speaker: z.string(),
              dia_id: z.string(),
              text: z.string(),
              blip_caption: z.string().optional(),
            }),
          ),
        ]),
      ),
      qa: z.array(z.object({ question: z.string(), evidence: z.array(z.string()), category: z.number() })),
    }),
  )
  .min(1);

const categories = ['', 'several sessions', 'time', 'open domain', 'one session', 'adversarial'];

/** Reads LoCoMo. Both speakers are people, and the evidence of a question is its sessions. */
export function readLocomo(file: string): Dialog[] {
  const samples = readData(file, { format: 'LoCoMo', schema: locomoSchema });
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
    return {
      id: sample_id,
      half: null,
      sessions,
      questions: asked.filter(({ evidence }) => evidence.length > 0),
    };
  });
}

/** Reads a date such as "March-15-2024" or "1:56 pm on 8 May, 2023". Without a date, it is the first day of 2024. */
function readDate(text: unknown): number {
  const day = (typeof text === 'string' ? text : '').replace(/^.* on /, '').replaceAll('-', ' ');
  const at = Date.parse(`${day} 12:00 UTC`);
  return Number.isNaN(at) ? Date.UTC(2024, 0, 1, 12) : at;
}

/** Reads a file, and throws with its first fault if it has another format. */
function readData<T>(file: string, { format, schema }: { format: string; schema: z.ZodType<T> }): T {
  const { data, error } = schema.safeParse(readJson(file));
  if (error === undefined) return data;
  const [issue] = error.issues;
  const place = issue === undefined || issue.path.length === 0 ? 'its beginning' : issue.path.join('.');
  throw new Error(`${file} is not in the ${format} format. At ${place}: ${issue?.message ?? 'not valid'}`);
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`Couldn't read ${file} as JSON: ${(error as Error).message}`, { cause: error });
  }
}
