import { CompiledQuery } from 'kysely';
import { nameOfText, nameText } from '#store/prepared-query.ts';

/** By the texts that were joined. */
const joined = new Map<string, string>();

/**
 * One statement that executes several and returns what `result` selects from them: the first one is `w0`. None of them
 * sees what the others write, and which of them is first is not certain.
 */
export function joinWrites(writes: readonly CompiledQuery[], result: string): CompiledQuery {
  const key = `${writes.map((write) => write.sql).join('\n')}\n${result}`;
  let text = joined.get(key);
  if (text === undefined) {
    text = join(writes, result);
    // Statements that are planned once have a limited number of texts.
    if (writes.every((write) => nameOfText(write.sql) !== undefined)) {
      joined.set(key, text);
      nameText(text);
    }
  }
  return CompiledQuery.raw(
    text,
    writes.flatMap(({ parameters }) => parameters),
  );
}

function join(writes: readonly CompiledQuery[], result: string): string {
  let before = 0;
  const parts = writes.map(({ sql, parameters }, at) => {
    const first = before;
    before += parameters.length;
    return `w${at} as (${sql.replaceAll(/\$(\d+)/g, (_, place) => `$${first + Number(place)}`)})`;
  });
  return `with ${parts.join(', ')} ${result}`;
}
