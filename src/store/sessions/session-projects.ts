import type { ProjectClaim, SessionStore } from '#sources/session/ports.ts';
import type { Database, TablesTransaction } from '#store/database.ts';

type Projects = Pick<SessionStore, 'claimProject' | 'findProject'>;
type Reader = Pick<TablesTransaction, 'selectFrom'>;

/** Which repository or folder has which name. */
export function createSessionProjects({ db, transaction }: Database): Projects {
  return {
    claimProject: (claim) => transaction((trx) => claimProject(trx, claim)),
    async findProject({ identities, names }) {
      const known = await findKnown(db, identities);
      if (known !== null) return known;
      const [name = ''] = names;
      const taken = await db
        .selectFrom('project_identities')
        .select('identity')
        .where('identity', '=', nameOf(name))
        .executeTakeFirst();
      return taken === undefined ? name : null;
    },
  };
}

/** A separate row marks a name as taken: of two concurrent claims, one waits for the other and sees it. */
function nameOf(project: string): string {
  return `name:${project}`;
}

async function claimProject(
  trx: TablesTransaction,
  { identities, names, at }: ProjectClaim & { at: number },
): Promise<string> {
  const add = (values: string[], project: string) =>
    trx
      .insertInto('project_identities')
      .values(values.map((identity) => ({ identity, project, created_at: at })))
      .onConflict((conflict) => conflict.column('identity').doNothing())
      .returning('identity')
      .execute();

  for (const name of names) {
    const known = await findKnown(trx, identities);
    if (known !== null) {
      await add(identities, known);
      return known;
    }
    if ((await add([nameOf(name)], name)).length === 0) continue;
    await add(identities, name);
    const holder = (await findKnown(trx, identities)) ?? name;
    // Another process named the same repository in the meantime.
    if (holder !== name)
      await trx.deleteFrom('project_identities').where('identity', '=', nameOf(name)).execute();
    return holder;
  }
  return (await findKnown(trx, identities)) ?? names.at(-1) ?? '';
}

/**
 * By the most reliable known identity. A weaker one counts only if the project has no more reliable one: a fork
 * has the same first commit, and another remote.
 */
async function findKnown(db: Reader, identities: readonly string[]): Promise<string | null> {
  const rows = await db
    .selectFrom('project_identities')
    .selectAll()
    .where('identity', 'in', [...identities])
    .execute();
  const projectOf = new Map(rows.map(({ identity, project }) => [identity, project]));
  for (const [at, identity] of identities.entries()) {
    const project = projectOf.get(identity);
    if (project === undefined) continue;
    const surer = identities.slice(0, at).map(kindOf);
    if (surer.length === 0) return project;
    const own = await db
      .selectFrom('project_identities')
      .select('identity')
      .where('project', '=', project)
      .execute();
    if (!own.some((row) => surer.includes(kindOf(row.identity)))) return project;
  }
  return null;
}

function kindOf(identity: string): string {
  return identity.slice(0, identity.indexOf(':'));
}
