import { DatabaseSync } from 'node:sqlite';

/**
 * Measures the processor time, in milliseconds, of work like that of the server: JSON, text and small transactions.
 * Other figures are divided by it, so that they mean the same on a slower machine.
 */
export function calibrate(): number {
  const before = process.cpuUsage();
  const database = new DatabaseSync(':memory:');
  database.exec('create table records (id integer primary key, body text, length integer)');
  const insert = database.prepare('insert into records (body, length) values (?, ?)');
  let found = 0;
  for (let at = 0; at < 20_000; at += 1) {
    const body = JSON.stringify({ at, words: `harbour bridge ${at} `.repeat(8).split(' ') });
    found += body.match(/\d+/g)?.length ?? 0;
    insert.run(body, JSON.parse(body).words.length);
  }
  database.close();
  if (found === 0) throw new Error('nothing was found');
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
