import { createMemory } from './create-memory.ts';
import type { Hooks, PluginInput } from './ports.ts';
import { readOptions } from './read-options.ts';
import { report } from './report.ts';
import { openShared } from './shared.ts';

export default { id: 'opencode-mem', server };

async function server(input: PluginInput, given?: unknown): Promise<Partial<Hooks>> {
  try {
    const shared = openShared();
    const { client, directory, worktree } = input;
    const known = shared.memories.get(directory);
    known?.useClient(client);
    const memory =
      known ??
      createMemory({
        client,
        directory,
        options: readOptions(given, { directory, worktree }, process.env),
        shared,
      });
    shared.memories.set(directory, memory);
    return quiet(memory.hooks, client);
  } catch {
    return {};
  }
}

/** A hook that throws breaks the user's turn. */
function quiet(hooks: Hooks, client: PluginInput['client']): Hooks {
  const tell = (error: unknown): void => void report(client, 'error', String(error));
  return {
    event: (input) => hooks.event(input).catch(tell),
    'chat.message': (input, output) => hooks['chat.message'](input, output).catch(tell),
    'experimental.chat.system.transform': (input, output) =>
      hooks['experimental.chat.system.transform'](input, output).catch(tell),
    'tool.execute.after': (input, output) => hooks['tool.execute.after'](input, output).catch(tell),
    dispose: () => hooks.dispose().catch(tell),
  };
}
