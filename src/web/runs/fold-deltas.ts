import type { RunEvent } from '#schema/runs/run-event.ts';

/** A piece of text this long says where a stream was; more of it is no news. */
const maxCharacters = 160;

/** Neighbouring pieces of text as one event, cut to its end, so that a list of events tells what happened. */
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
