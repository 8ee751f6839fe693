import { clientDefinitions } from '#sources/session/clients/clients.ts';
import type { ClientDefinition } from '#sources/session/clients/define-client.ts';

/** The page with the table between `<!-- clients -->` and `<!-- end -->` written from the definitions of clients. */
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
