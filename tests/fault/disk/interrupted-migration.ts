import { migrations } from '#store/migrate.ts';
import { openStore } from '#store/open-store.ts';
import { next, nextName } from '#tests/contract/store/next-migration.ts';

/** This program opens the store and dies during the named step, after its changes and before the commit. */
const [step = '', home = '', databaseUrl = ''] = process.argv.slice(2);
const whole = step === nextName ? next : migrations[step];
if (whole === undefined) throw new Error(`there is no step ${step}`);
migrations[step] = async (db, dialect) => {
  await whole(db, dialect);
  process.kill(process.pid, 'SIGKILL');
};
await openStore({ home, databaseUrl: databaseUrl === '' ? null : databaseUrl });
