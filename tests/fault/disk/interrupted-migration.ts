import { migrations } from '#store/migrate.ts';
import { openStore } from '#store/open-store.ts';

/** Opens the store and dies during the named step, after its changes and before the commit. */
const [step = '', home = '', databaseUrl = ''] = process.argv.slice(2);
const whole = migrations[step];
if (whole === undefined) throw new Error(`there is no step ${step}`);
migrations[step] = {
  async up(db) {
    await whole.up(db);
    process.kill(process.pid, 'SIGKILL');
  },
};
await openStore({ home, databaseUrl: databaseUrl === '' ? null : databaseUrl });
