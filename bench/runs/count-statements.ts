/** Loaded before the server: writes to the file named in the environment how many statements its store executed. */
import { writeFileSync } from 'node:fs';
import { watchStatements } from '#tests/contract/statements/watch-statements.ts';

const watch = watchStatements();
process.once('exit', () => {
  writeFileSync(process.env.PRECIS_BENCH_STATEMENTS ?? '', String(watch.take().length));
});
