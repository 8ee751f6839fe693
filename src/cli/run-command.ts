import { version } from '#app/version.ts';
import { AppError, toAppError } from '#schema/app-error.ts';
import { joinNames, liveClientNames } from '#schema/sessions/hook-client.ts';
import { exitCodeOf, exitCodes, printError, type Terminal } from './terminal.ts';

type Command = (args: string[], terminal: Terminal) => Promise<number>;

/** Commands are loaded on demand, so that each starts without loading the others. */
const commands = new Map(
  Object.entries<() => Promise<Command>>({
    serve: async () => (await import('./serve.ts')).serve,
    summarize: async () => (await import('./summarize.ts')).summarize,
    translate: async () => (await import('./translate.ts')).translate,
    verify: async () => (await import('./verify.ts')).verify,
    feeds: async () => (await import('./feeds.ts')).feeds,
    tags: async () => (await import('./tags.ts')).tags,
    runs: async () => (await import('./runs.ts')).runs,
    models: async () => (await import('./models.ts')).models,
    templates: async () => (await import('./templates.ts')).templates,
    agents: async () => (await import('./agents.ts')).agents,
    threads: async () => (await import('./threads.ts')).threads,
    memory: async () => (await import('./memory.ts')).memory,
    opencode: async () => (await import('./clients/opencode.ts')).opencode,
    clients: async () => (await import('./clients/clients.ts')).clients,
    service: async () => (await import('./clients/service.ts')).service,
    hook: async () => (await import('./clients/hook.ts')).hook,
    mcp: async () => (await import('./mcp.ts')).mcp,
    doctor: async () => (await import('./doctor.ts')).doctor,
  }),
);

const usage = `Precis: summaries you can trust of what you read, discuss and build.

  precis serve                      start the server and the web app
  precis summarize <file|URL|->     summarize a file, a page or standard input
  precis translate <file|URL|->     translate a file, a page or standard input
  precis verify <receipt>           check a receipt again against its source
  precis feeds [list|add]           list and add feeds
  precis tags [list|export|import]  list, export and import tags
  precis runs [list|show|cancel|retry]
                                    list recent runs; cancel or retry one
  precis models [list|add|remove|test|use]
                                    manage model profiles; without any, the offline model is used
  precis agents [list|show|import|export|remove|confirm]
                                    manage the agents that answer in Spaces
  precis templates [list|show|copy|check]
                                    list, copy and check the prompts that models receive
  precis threads [list|explain|export]
                                    list and export threads; compare the cost of memory policies
  precis memory [list|save|edit|remove]
                                    manage what coding sessions are told to keep to
  precis clients [install|uninstall|status|import]
                                    give ${joinNames(Object.values(liveClientNames), { last: ' and ' })} a memory of their sessions
  precis service [install|uninstall]
                                    start the server when you log in
  precis mcp                        serve the same memory to any model, over the Model Context Protocol
  precis doctor                     check the installation and show what to fix
  precis <command> --help           show the command's options
`;

/** Runs `precis <args>` and returns its exit code. */
export async function runCommand(args: string[], terminal: Terminal): Promise<number> {
  // `precis help feeds` means the same as `precis feeds --help`.
  const [name, ...rest] = args[0] === 'help' && args[1] !== undefined ? [args[1], '--help'] : args;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    terminal.out(usage);
    return name === undefined ? exitCodes.usage : exitCodes.ok;
  }
  if (name === '--version' || name === '-v') {
    terminal.out(`${version}\n`);
    return exitCodes.ok;
  }
  const load = commands.get(name);
  if (load === undefined) {
    terminal.err(`precis: unknown command “${name}”. Try precis --help.\n`);
    return exitCodes.usage;
  }
  try {
    return await (await load())(rest, terminal);
  } catch (error) {
    const appError = isArgumentError(error) ? sayArgumentError(error, name) : toAppError(error);
    printError(terminal, appError);
    if (appError.code === 'internal' && appError.cause instanceof Error) {
      const { traceStack } = await import('#app/trace-stack.ts');
      terminal.err(`${traceStack(appError.cause.stack ?? '')}\n`);
    }
    return exitCodeOf(appError.code);
  }
}

/** Recognizes the errors that parseArgs of node:util throws. */
function isArgumentError(error: unknown): error is NodeJS.ErrnoException {
  return (
    error instanceof TypeError && String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS')
  );
}

/** Names the argument that the user entered. Node's message quotes it as `--bogus` or `-i, --id <value>`. */
function sayArgumentError({ code, message }: NodeJS.ErrnoException, command: string): AppError {
  const [, quoted = ''] = /'([^']*)'/.exec(message) ?? [];
  const entered = quoted.replace(/^-\w, /, '').replace(/ <value>$/, '');
  const what =
    code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION'
      ? `Unknown option “${entered}”.`
      : code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL'
        ? `Unexpected argument “${entered}”.`
        : /does not take/.test(message)
          ? `The option “${entered}” takes no value.`
          : `The option “${entered}” needs a value.`;
  return new AppError('invalid_input', `${what} To see the options: precis help ${command}`);
}
