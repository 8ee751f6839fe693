import type { Kysely } from 'kysely';
import type { EntryId } from '#schema/entry.ts';
import type { Tables } from '#store/tables.ts';
import { pickVisible, selectRows } from '#store/translations/visible-rows.ts';
import { plainOf } from '#text/paragraphs/markers.ts';
import { indexTerms } from '#text/search-terms.ts';
import { cutExcerpt } from '#text/sentences/cut-excerpt.ts';
import { selectSummaries } from './summaries.ts';

export interface Place {
  id: EntryId;
  excerpt: string;
}

/** A list shows one line. */
const shownBefore = 20;

interface Sought {
  ids: EntryId[];
  words: string[];
}

/** The words in the summary of an entry that has most of them. */
export async function readSummaryPlaces(db: Kysely<Tables>, { ids, words }: Sought): Promise<Place[]> {
  if (ids.length === 0) return [];
  const rows = await selectSummaries(db)
    .where('slots.source_kind', '=', 'entry')
    .where('slots.source_id', 'in', ids.map(String))
    .orderBy('slots.updated_at', 'desc')
    .execute();
  const texts = Map.groupBy(rows, ({ source_id }) => source_id);
  return ids.flatMap((id) => pickPlace(id, texts.get(String(id))?.map(({ text }) => text) ?? [], words));
}

/** The same in a paragraph of its translations. */
export async function readTranslationPlaces(db: Kysely<Tables>, { ids, words }: Sought): Promise<Place[]> {
  if (ids.length === 0) return [];
  const rows = await selectRows(db).where('entry_id', 'in', ids).execute();
  const paragraphs = Map.groupBy(pickVisible(rows), ({ entry_id }) => entry_id);
  return ids.flatMap((id) => {
    const written = paragraphs.get(id)?.map(({ text }) => plainOf(text ?? '')) ?? [];
    return pickPlace(id, written, words);
  });
}

function pickPlace(id: EntryId, texts: string[], words: string[]): Place[] {
  const countWords = (text: string) => {
    const indexed = ` ${indexTerms(text)}`;
    return words.filter((word) => indexed.includes(` ${word}`)).length;
  };
  const [best] = texts.toSorted((a, b) => countWords(b) - countWords(a));
  return best === undefined ? [] : [{ id, excerpt: cutExcerpt(best, words, shownBefore) }];
}
