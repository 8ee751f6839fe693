import type { RunEvent } from '#schema/runs/run-event.ts';

/** This much text shows where a stream was; more adds nothing. */
const maxCharacters = 160;

/** Merges neighbouring pieces of text into one event, cut to its end, so that the event list stays readable. */
export function foldDeltas(events: readonly RunEvent[]): RunEvent[] {
  const folded: RunEvent[] = [];
  for (const event of events) {
    const last = folded.at(-1);
    if (event.type === 'text-delta' && last?.type === 'text-delta') {
      folded[folded.length - 1] = { ...event, text: keepEnd(last.text + event.text) };
    } else {
      folded.push(event.type === 'text-delta' ? { ...event, text: keepEnd(event.text) } : event);
    }
  }
  return folded;
}

function keepEnd(text: string): string {
  return text.length <= maxCharacters ? text : `…${text.slice(-maxCharacters)}`;
}
