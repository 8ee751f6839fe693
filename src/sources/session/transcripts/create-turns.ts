import type { SummaryFields } from '#schema/sessions/session.ts';
import { maxSummaryFieldCharacters } from '#schema/sessions/sessions-wire.ts';
import { cleanText, cleanValue, stripText } from '#sources/session/records/clean-text.ts';
import { hashFields } from '#sources/session/records/record-events.ts';
import { extractSession } from '#text/extract-session.ts';
import { mayHoldContext } from '#text/privacy/context-tag.ts';
import { mayHoldPrivate, piecesOf } from '#text/privacy/hide-private.ts';
import { tagPattern } from '#text/privacy/tag-pattern.ts';
import { cutCharacters } from '#text/sentences/cut-text.ts';
import type { ImportedRecord } from './ports.ts';
import type { RawAnswer, RawEvent, RawPrompt, RawTool } from './raw-event.ts';

interface Ports {
  /** SHA-256 in hex. */
  hash(text: string): string;
  /** Later times are set to this one. */
  now: number;
  emit(session: { contentSessionId: string; cwd: string }, record: ImportedRecord): void;
}

export interface Turns {
  /** With `isKnown`, the event was stored before, and is read only for what follows from it. */
  take(event: RawEvent, options: { isKnown: boolean }): void;
  /** Called at the end of the transcript. The last turn ends if `isOver` returns true or is omitted. */
  end(isOver?: (last: LastTurn) => boolean): void;
}

/** The last turn of a session. */
export interface LastTurn {
  contentSessionId: string;
  /** True if its last answer ended the turn. */
  isAnswered: boolean;
}

interface ToolText {
  tool: string;
  input: string;
  output: string;
}

interface Turn {
  promptKey: string;
  prompt: string;
  /** Each text is cleaned only when it is needed. */
  tools: (() => ToolText)[];
  answer: { messageId: string; text: string; at: number; isFinal: boolean } | null;
}

interface SessionState {
  contentSessionId: string;
  cwd: string;
  hidden: string[];
  privateKeys: Set<string>;
  turn: Turn | null;
  lastKey: string | null;
}

/** The limits of the OpenCode plugin. */
const maxPromptCharacters = 32_000;
const maxInputCharacters = 8000;
const maxOutputCharacters = 16_000;
/** Limits of what a summary reads. */
const maxToolCharacters = 4000;
const maxTools = 40;
const maxHeldCharacters = 64_000;
const maxAnswerCharacters = 16_000;
const maxHiddenPieces = 400;
const maxSessions = 1000;

/**
 * Stores events as the worker does, and summarizes each turn without a model, in its own words: the request, and what
 * the assistant said at its end.
 */
export function createTurns({ hash, now, emit }: Ports): Turns {
  const sessions = new Map<string, SessionState>();

  function open(contentSessionId: string): SessionState {
    const known = sessions.get(contentSessionId);
    if (known !== undefined) return known;
    const state: SessionState = {
      contentSessionId,
      cwd: '',
      hidden: [],
      privateKeys: new Set(),
      turn: null,
      lastKey: null,
    };
    sessions.set(contentSessionId, state);
    const [oldest] = sessions.keys();
    if (sessions.size > maxSessions && oldest !== undefined) sessions.delete(oldest);
    return state;
  }

  const timeOf = (at: number) => Math.trunc(Math.min(now, Math.max(0, at)));

  function takePrompt(state: SessionState, event: RawPrompt, isKnown: boolean): void {
    const { text, hidden, isEntirelyPrivate } = stripText(event.text);
    // The prompt contains only context from memory, which is not the user's.
    if (!isEntirelyPrivate && text.trim() === '') return;
    endTurn(state, isKnown);
    hide(state, hidden);
    const eventKey = hash(event.eventId);
    state.lastKey = eventKey;
    if (isEntirelyPrivate) state.privateKeys.add(eventKey);
    const prompt = isEntirelyPrivate
      ? null
      : cleanClipped(event.text, { most: maxPromptCharacters, hidden: state.hidden });
    state.turn = prompt === null ? null : { promptKey: eventKey, prompt, tools: [], answer: null };
    if (!isKnown) emit(state, { kind: 'prompt', eventKey, text: prompt, at: timeOf(event.at) });
  }

  function takeTool(state: SessionState, event: RawTool, isKnown: boolean): void {
    const promptKey = keyOf(state, event);
    if (promptKey !== null && state.privateKeys.has(promptKey)) return;
    const { hidden } = state;
    const read = ({ tool, input, output }: Pick<RawTool, 'tool' | 'input' | 'output'>): ToolText => ({
      tool: cleanText(cutCharacters(tool, 200), hidden).text,
      input: cleanClippedValue(input, { most: maxInputCharacters, hidden }),
      output: cleanClippedValue(output, { most: maxOutputCharacters, hidden }),
    });
    const isOfTurn = state.turn?.promptKey === promptKey;
    // An answer before a tool call does not end the turn.
    if (isOfTurn && state.turn?.answer) state.turn.answer.isFinal = false;
    if (isKnown) {
      // Cut now, because it is held until the end of the turn.
      const [input, output] = [event.input, event.output].map((value) =>
        clipValue(value, maxHeldCharacters, 0),
      );
      if (isOfTurn) hold(state, () => read({ tool: event.tool, input, output }));
      return;
    }
    const told = read(event);
    if (isOfTurn) hold(state, () => told);
    emit(state, {
      kind: 'observation',
      eventKey: hash(event.eventId),
      promptKey,
      toolName: told.tool,
      toolInput: told.input,
      toolResponse: told.output,
      cwd: cleanText(cutCharacters(event.cwd, 4096), hidden).text,
      at: timeOf(event.at),
    });
  }

  function takeAnswer(state: SessionState, event: RawAnswer): void {
    const { turn } = state;
    if (turn === null || turn.promptKey !== keyOf(state, event)) return;
    const { messageId, at, isFinal = false } = event;
    const isSame = messageId !== '' && turn.answer?.messageId === messageId;
    const text = isSame ? `${turn.answer?.text ?? ''}\n${event.text}` : event.text;
    turn.answer = { messageId, text: String(clipValue(text, maxAnswerCharacters, 0)), at, isFinal };
  }

  function endTurn(state: SessionState, isKnown: boolean): void {
    const { turn, hidden } = state;
    state.turn = null;
    if (turn === null || turn.answer === null || isKnown) return;
    const fields = extractSession({
      prompts: [turn.prompt],
      observations: turn.tools.map((read) => cutTool(read())),
      lastAnswers: [cleanClipped(turn.answer.text, { most: maxAnswerCharacters, hidden })],
    });
    const summary = cutFields(fields);
    if (Object.values(summary).every((text) => text === null || text.trim() === '')) return;
    emit(state, {
      kind: 'summary',
      promptKey: turn.promptKey,
      fields: summary,
      contentHash: hashFields({ hash }, summary),
      at: timeOf(turn.answer.at),
    });
  }

  function keyOf(state: SessionState, { promptEventId }: RawTool | RawAnswer): string | null {
    return promptEventId === undefined ? state.lastKey : hash(promptEventId);
  }

  return {
    take(event, { isKnown }) {
      const state = open(event.contentSessionId);
      if (event.kind !== 'answer') state.cwd ||= event.cwd;
      if (event.kind === 'prompt') takePrompt(state, event, isKnown);
      else if (event.kind === 'tool') takeTool(state, event, isKnown);
      else takeAnswer(state, event);
    },
    end(isOver = () => true) {
      for (const state of sessions.values()) {
        const isAnswered = state.turn?.answer?.isFinal === true;
        if (isOver({ contentSessionId: state.contentSessionId, isAnswered })) endTurn(state, false);
      }
    },
  };
}

function hold({ turn }: SessionState, read: () => ToolText): void {
  turn?.tools.push(read);
  if (turn !== null && turn.tools.length > maxTools) turn.tools.shift();
}

function hide(state: SessionState, texts: readonly string[]): void {
  if (texts.length === 0) return;
  const pieces = new Set([...piecesOf(texts), ...state.hidden]);
  state.hidden = [...pieces].slice(0, maxHiddenPieces).sort((one, other) => other.length - one.length);
}

function cutTool({ tool, input, output }: ToolText): ToolText {
  const cut = (text: string) => cutCharacters(text, maxToolCharacters);
  return { tool, input: cut(input), output: cut(output) };
}

function cutFields(fields: SummaryFields): SummaryFields {
  const cut = (text: string) => cutCharacters(text, maxSummaryFieldCharacters);
  return {
    request: cut(fields.request),
    investigated: cut(fields.investigated),
    learned: cut(fields.learned),
    completed: cut(fields.completed),
    next_steps: cut(fields.next_steps),
    notes: fields.notes === null ? null : cut(fields.notes),
  };
}

interface Clip {
  /** Maximum number of characters. A further line says how many are missing. */
  most: number;
  /** Texts that were marked private in the same session. */
  hidden: readonly string[];
}

/** Longer than the pattern of any key, so that no key is cut in two before it is masked. */
const slack = 8192;
const maxItems = 50;
const maxDepth = 16;
const privateTag = tagPattern('private');
const contextTag = tagPattern('opencode-mem-context');

/** Cleans and cuts a text for storage. Keys are searched only at its start, because searching is expensive. */
function cleanClipped(text: string, { most, hidden }: Clip): string {
  const clipped = clipText(text, most + slack);
  return cut(cleanText(clipped, hidden).text, { most, missing: text.length - clipped.length });
}

/** Does the same for any JSON value, as text. */
function cleanClippedValue(value: unknown, { most, hidden }: Clip): string {
  if (typeof value === 'string') return cleanClipped(value, { most, hidden });
  return cut(cleanValue(clipValue(value, most + slack, 0), hidden).text, { most, missing: 0 });
}

/** Keeps the start of a large value. */
function clipValue(value: unknown, most: number, depth: number): unknown {
  if (typeof value === 'string') return clipText(value, most);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === maxDepth) return '…';
  if (Array.isArray(value)) return value.slice(0, maxItems).map((item) => clipValue(item, most, depth + 1));
  const entries = Object.entries(value).slice(0, maxItems);
  return Object.fromEntries(
    entries.map(([key, item]) => [clipText(key, most), clipValue(item, most, depth + 1)]),
  );
}

/** A text with a tag stays whole until the tag is removed, because its other half may be far away. */
function clipText(text: string, most: number): string {
  return text.length <= most || holdsTag(text) ? text : cutCharacters(text, most);
}

function holdsTag(text: string): boolean {
  return (
    (mayHoldPrivate(text) && text.search(privateTag) !== -1) ||
    (mayHoldContext(text) && text.search(contextTag) !== -1)
  );
}

function cut(text: string, { most, missing }: { most: number; missing: number }): string {
  const kept = cutCharacters(text, most);
  const left = missing + text.length - kept.length;
  return left === 0 ? kept : `${kept}\n[${left} more characters]`;
}
