import { recordKinds } from '#schema/sessions/session.ts';
import type { Database } from '#store/database.ts';
import { readDocuments } from './record-documents.ts';

/** How many of each kind are compared: to read all texts again would take minutes. */
const compared = 200;

/** The newest records have the terms in the index, with their levels, that their texts have. */
export async function findMisleveled(database: Database): Promise<string | null> {
  const { relaxedTransaction, recordIndex } = database;
  return relaxedTransaction(async (trx) => {
    for (const kind of recordKinds) {
      const indexed = await recordIndex.listNewest(trx, kind, compared);
      const ids = indexed.map(({ id }) => id);
      const written = new Map(
        (await readDocuments(database, trx, { kind, ids })).map(({ id, terms }) => [id, terms]),
      );
      const wrong = indexed.find(({ id, terms }) => ownTerms(terms) !== ownTerms(written.get(id) ?? ''));
      if (wrong !== undefined)
        return `the search index has other terms for ${kind} ${wrong.id} than its text`;
    }
    return null;
  });
}

/** Without marks and beginnings of words, which one of the dialects stores among them. */
function ownTerms(terms: string): string {
  const own = terms.split(' ').filter((term) => term !== '' && !term.startsWith('=') && !term.endsWith('*'));
  return own.sort().join(' ');
}
