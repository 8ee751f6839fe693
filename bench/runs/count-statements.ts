/**
 * This file is loaded before the server. It writes the number of statements that the store executed to the file named
 * in the environment.
 */
import { writeFileSync } from 'node:fs';
import { watchStatements } from '#tests/contract/statements/watch-statements.ts';

const watch = watchStatements();
process.once('exit', () => {
  writeFileSync(process.env.PRECIS_BENCH_STATEMENTS ?? '', String(watch.take().length));
});
