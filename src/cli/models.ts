import { parseArgs } from 'node:util';
import type { Client } from '#client/create-client.ts';
import { AppError } from '#schema/app-error.ts';
import { inSentences, readFaults, readNumber } from '#schema/faults/say-faults.ts';
import { type ModelProfileId, modelProfileIdSchema } from '#schema/ids.ts';
import { type KeyState, modelProfileInputSchema } from '#schema/models/model-profile.ts';
import {
  type ProfileNumber,
  profileNumberNames,
  profileNumbers,
  toProfileInput,
} from '#schema/models/profile-fields.ts';
import { describeKey, formatTable } from './printing.ts';
import { exitCodes, type Terminal } from './terminal.ts';
import { withApp } from './with-app.ts';

const numberOptions: object = Object.fromEntries(
  Object.values(profileNumbers).map(({ flag }) => [flag, { type: 'string' as const }]),
);

/** How users enter the profile fields that are not numbers. */
const flags = new Map([
  ['id', '<id>'],
  ['name', '<id>'],
  ['provider', '--provider'],
  ['model', '--model'],
  ['baseUrl', '--base-url'],
  ['key.name', '--key-env'],
  ['key.value', '--key-stdin'],
]);

const help = `precis models: manage model profiles; without any, the offline model is used

  precis models [list]
  precis models add <id> --provider <provider> --model <name> [options]
      --provider               openai, anthropic, google, openai-compatible or ollama
      --base-url               the server's URL, if it is not the provider's default
      --key-env                the environment variable that contains the API key; the key itself is not stored
      --key-stdin              read the API key from standard input and store it encrypted
${describeFlags()}  precis models use <id> [--fallback <id>]    use this model for summaries
  precis models use <id>|off --for check      check all sentences of new summaries with this model
  precis models search <id>|off               read the records of coding sessions with this embedding model, to find
                                              them by meaning too; their text is sent to its provider
  precis models test <id> [--embedding]       send a test request
  precis models remove <id> [--replacement <id>]    delete a profile; one in use needs a replacement
`;

export async function models(args: string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...numberOptions,
      provider: { type: 'string' },
      model: { type: 'string' },
      'base-url': { type: 'string' },
      'key-env': { type: 'string' },
      'key-stdin': { type: 'boolean' },
      fallback: { type: 'string' },
      for: { type: 'string' },
      replacement: { type: 'string' },
      embedding: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help === true) {
    terminal.out(help);
    return exitCodes.ok;
  }
  const [action = 'list', id] = positionals;
  return withApp(terminal, { works: false }, async ({ client }) => {
    switch (action) {
      case 'list':
        terminal.out(await listModels(client));
        return exitCodes.ok;
      case 'add': {
        const key =
          values['key-env'] !== undefined
            ? { kind: 'env', name: values['key-env'] }
            : values['key-stdin'] === true
              ? { kind: 'value', value: (await terminal.readStdin()).trim() }
              : undefined;
        const input = modelProfileInputSchema.safeParse(
          {
            id,
            name: id,
            provider: values.provider,
            model: values.model,
            baseUrl: values['base-url'] ?? null,
            key,
            ...toProfileInput(readNumbers(values)),
          },
          inSentences,
        );
        if (!input.success) {
          const [fault] = readFaults(input.error, 'profile');
          const flag = flags.get(fault?.field ?? '') ?? fault?.field;
          throw new AppError('invalid_input', `${flag}: ${fault?.reason}`);
        }
        const profile = await client.models.put(input.data);
        terminal.out(`Saved ${profile.id}. To test it: precis models test ${profile.id}\n`);
        for (const warning of warnOfKey(profile.key)) terminal.err(`key: ${warning}\n`);
        return exitCodes.ok;
      }
      case 'use': {
        if (values.for === 'check') {
          terminal.out(await useForChecks(client, id));
          return exitCodes.ok;
        }
        if (values.for !== undefined && values.for !== 'summaries')
          throw new AppError('invalid_input', '--for: Enter check or summaries.');
        const primaryModelProfileId = readId(id);
        const fallbackModelProfileId = values.fallback === undefined ? null : readId(values.fallback);
        await client.models.get(primaryModelProfileId);
        if (fallbackModelProfileId !== null) await client.models.get(fallbackModelProfileId);
        await client.settings.patch({ summaryAgent: { primaryModelProfileId, fallbackModelProfileId } });
        const fallback = fallbackModelProfileId === null ? '' : `, then ${fallbackModelProfileId}`;
        terminal.out(`Summaries now use ${primaryModelProfileId}${fallback}.\n`);
        return exitCodes.ok;
      }
      case 'search': {
        const embeddingModelProfileId = id === 'off' ? null : readId(id);
        await client.settings.patch({ search: { embeddingModelProfileId } });
        terminal.out(
          embeddingModelProfileId === null
            ? 'Search by meaning is off. Searches compare words only.\n'
            : `${embeddingModelProfileId} now reads the records of coding sessions. The server does this in the background.\n`,
        );
        return exitCodes.ok;
      }
      case 'test': {
        const result = await client.models.test(readId(id), values.embedding === true ? 'embedding' : 'text');
        terminal.out(`${result.ok ? '✓' : '✗'} ${result.message}\n`);
        return result.ok ? exitCodes.ok : exitCodes.model;
      }
      case 'remove':
        await client.models.remove(
          readId(id),
          values.replacement === undefined ? undefined : readId(values.replacement),
        );
        terminal.out(`Removed ${id}.\n`);
        return exitCodes.ok;
      default:
        throw new AppError(
          'invalid_input',
          `Unknown command “precis models ${action}”. Try precis models --help.`,
        );
    }
  });
}

/** Lists the flags for a profile's numbers, with their defaults. */
function describeFlags(): string {
  const lines = Object.values(profileNumbers).map(({ flag, meaning, initial, inSeconds }) => {
    const shown = typeof initial === 'number' ? ` (${inSeconds ? initial / 1000 : initial})` : '';
    return `      --${flag}`.padEnd(31) + meaning + shown + '\n';
  });
  return lines.join('');
}

function readNumbers(values: Record<string, unknown>): Partial<Record<ProfileNumber, number>> {
  const entered = new Map(Object.entries(values));
  const given = profileNumberNames
    .map((name) => [name, entered.get(profileNumbers[name].flag)] as const)
    .filter(([, text]) => text !== undefined);
  return Object.fromEntries(
    given.map(([name, text]) => {
      const { flag, value, inSeconds } = profileNumbers[name];
      const entered = { option: `--${flag}`, text: String(text), scale: inSeconds ? 1000 : 1 };
      return [name, readNumber(value, entered)];
    }),
  );
}

async function useForChecks(client: Client, id: string | undefined): Promise<string> {
  if (id === 'off') {
    await client.settings.patch({ check: { mode: 'off' } });
    return 'New summaries are no longer checked by a model.\n';
  }
  const modelProfileId = readId(id);
  const profile = await client.models.get(modelProfileId);
  if (profile.provider === 'builtin')
    throw new AppError('invalid_input', 'The offline model cannot check sentences. Add a model first.');
  const { summaryAgent } = await client.settings.patch({ check: { mode: 'all', modelProfileId } });
  const isWriter = summaryAgent.primaryModelProfileId === modelProfileId;
  const advice = isWriter ? ' It also writes them; another model finds more.' : '';
  return `New summaries are now checked by ${modelProfileId}.${advice}\n`;
}

async function listModels(client: Client): Promise<string> {
  const [profiles, settings] = await Promise.all([client.models.list(), client.settings.get()]);
  const { primaryModelProfileId, fallbackModelProfileId } = settings.summaryAgent;
  return formatTable(
    ['id', 'provider', 'model', 'key', 'summaries'],
    profiles.map((profile) => [
      profile.id,
      profile.provider,
      profile.model,
      describeKey(profile.key),
      profile.id === primaryModelProfileId
        ? 'first'
        : profile.id === fallbackModelProfileId
          ? 'fallback'
          : '',
    ]),
  );
}

function readId(id: string | undefined): ModelProfileId {
  const parsed = modelProfileIdSchema.safeParse(id);
  if (parsed.success) return parsed.data;
  throw new AppError('invalid_input', 'Enter a model profile ID. precis models lists them.');
}

/** Warns of key problems that would make the profile's first call fail. */
function warnOfKey(key: KeyState): string[] {
  if (key.kind === 'none') return [];
  const warnings: string[] = [];
  if (key.kind === 'env' && !key.present)
    warnings.push(`The variable ${key.name} is not set. Set it where Precis runs, and restart the server.`);
  if (key.givenFor !== undefined)
    warnings.push(`It was saved for ${key.givenFor} and is not sent to another address. Enter it again.`);
  return warnings;
}
