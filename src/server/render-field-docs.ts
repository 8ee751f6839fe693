import type { DocumentedField } from '#schema/field-table.ts';
import { profileRows } from '#schema/models/profile-fields.ts';
import { settingsFields } from '#schema/settings.ts';
import { clientDefinitions } from '#sources/session/clients/clients.ts';
import type { ClientDefinition } from '#sources/session/clients/define-client.ts';

interface Row extends DocumentedField {
  more?: string;
  empty?: string;
  group?: string;
}

const tables = new Map(
  Object.entries<Readonly<Record<string, Row>>>({
    profile: profileRows,
    settings: Object.fromEntries(
      Object.entries(settingsFields).flatMap(([section, fields]) =>
        Object.entries<Row>(fields).map(([name, row]) => [`${section}.${name}`, row]),
      ),
    ),
  }),
);

/** Writes each table between `<!-- fields: … -->` and `<!-- end -->` from the table of those fields. */
export function renderFieldDocs(page: string): string {
  return page.replace(
    /(<!-- fields: (\w+) -->\n).*?(?=<!-- end -->)/gs,
    (_, opening: string, name: string) => `${opening}\n${renderTable(tables.get(name) ?? {})}\n`,
  );
}

function renderTable(fields: Readonly<Record<string, Row>>): string {
  const rows = Object.entries(fields).map(([name, field]) => {
    const { meaning, more } = field;
    return `| \`${name}\` | ${describeDefault(field)} | ${more === undefined ? meaning : `${meaning}; ${more}`} |\n`;
  });
  return `| field | default | meaning |\n|---|---|---|\n${rows.join('')}`;
}

function describeDefault({ value, initial, empty, group }: Row): string {
  if (empty === 'provider') return "the provider's";
  if (group === 'prices') return 'none';
  if (initial === undefined) return value.safeParse(undefined).success ? 'none' : '–';
  if (initial === null) return 'none';
  return typeof initial === 'string' ? `\`${initial}\`` : JSON.stringify(initial);
}

/** Writes the table between `<!-- clients -->` and `<!-- end -->` from the definitions of clients. */
export function renderClientDocs(page: string): string {
  const rows = Object.values(clientDefinitions).map(renderRow).join('');
  const head =
    '| client | variable | settings | with `--project` | entries | transcripts |\n|---|---|---|---|---|---|\n';
  return page.replace(
    /(<!-- clients -->\n).*?(?=<!-- end -->)/s,
    (_, opening: string) => `${opening}\n${head}${rows}\n`,
  );
}

function renderRow({ id, name, folder, hooks, transcripts }: ClientDefinition): string {
  const home = `~/${folder.name}`;
  const events = Object.entries(hooks.events);
  const http = events.flatMap(([event, { isHttp }]) => (isHttp ? [`\`${event}\``] : []));
  const commands = events.flatMap(([event, { isHttp }]) => (isHttp ? [] : [`\`${event}\``]));
  const files = [hooks.files.user, ...(hooks.notify === undefined ? [] : [hooks.notify.file])];
  const cells = [
    `${name} (\`${id}\`)`,
    `\`${folder.variable}\``,
    files.map((file) => `\`${home}/${file}\``).join(', '),
    `\`${folder.name}/${hooks.files.project}\``,
    [
      `commands: ${commands.join(', ')}`,
      ...(http.length === 0 ? [] : [`HTTP: ${http.join(', ')}`]),
      ...(hooks.notify === undefined ? [] : ['one line in the second file']),
    ].join('; '),
    [transcripts.folder, ...(transcripts.history === undefined ? [] : [transcripts.history.file])]
      .map((path) => `\`${home}/${path}\``)
      .join(', '),
  ];
  return `| ${cells.join(' | ')} |\n`;
}
