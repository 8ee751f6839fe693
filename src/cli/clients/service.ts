import { readFile, rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { describeService, type ServiceFile } from '#app/clients/service-file.ts';
import { findTarget, findWritable, writeWhole } from '#app/clients/whole-file.ts';
import { readConfig } from '#app/read-config.ts';
import { exitCodes, type Terminal } from '#cli/terminal.ts';
import { AppError } from '#schema/app-error.ts';

const help = `precis service: start the server when you log in

  precis service install     write the file that your system needs, and show what to run
  precis service uninstall   remove the file, and show what to run first
`;

const ownMark = 'Written by precis service install.';

export async function service(args: string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h' } },
  });
  const [action] = positionals;
  if (values.help === true || action === undefined) {
    terminal.out(help);
    return values.help === true ? exitCodes.ok : exitCodes.usage;
  }
  const config = readConfig(terminal.env);
  const described = describeService(process.platform, config);
  switch (action) {
    case 'install':
      await write(described);
      terminal.out(
        `Wrote ${described.file}\nTo start the server now and at each login, run:\n${list(described.on)}`,
      );
      if (config.token !== null)
        terminal.out(
          'PRECIS_TOKEN is not in the file. Add it there, and make the file readable only for you.\n',
        );
      return exitCodes.ok;
    case 'uninstall':
      if (!(await remove(described.file))) {
        terminal.out('No service is installed.\n');
        return exitCodes.ok;
      }
      terminal.out(`Removed ${described.file}\nIf the server was switched on, run:\n${list(described.off)}`);
      return exitCodes.ok;
    default:
      throw new AppError(
        'invalid_input',
        `Unknown command “precis service ${action}”. Try precis service --help.`,
      );
  }
}

async function write({ file, text }: ServiceFile): Promise<void> {
  const target = await findWritable(file);
  const present = await readFile(target, 'utf8').catch(() => null);
  if (present !== null && !present.includes(ownMark))
    throw new AppError('conflict', `${file} was not written by Precis. Move it first.`);
  await writeWhole(target, text, 0o644);
}

/** Returns false if the service was not installed. A user's link stays, and its target is removed. */
async function remove(file: string): Promise<boolean> {
  const target = await findTarget(file);
  const present = await readFile(target, 'utf8').catch(() => '');
  if (!present.includes(ownMark)) return false;
  await rm(target);
  return true;
}

function list(commands: readonly string[]): string {
  return commands.map((command) => `  ${command}\n`).join('');
}
