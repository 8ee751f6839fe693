import { expect, test } from 'vitest';
import { type Command, createCommandRegistry } from './commands.ts';

const command = (id: string): Command => ({ id, group: 'here', label: id, run() {} });

test('commands are those of the parts on screen, as each of them last said', () => {
  const registry = createCommandRegistry();
  const seen: string[][] = [];
  const read = () => registry.read().map(({ id }) => id);
  const [list, article] = [{}, {}];
  registry.offer(list, () => [command('refresh')]);
  const stop = registry.subscribe(() => seen.push(read()));
  registry.offer(article, () => [command('summary')]);
  registry.offer(article, () => [command('abort')]);
  registry.offer(list, null);
  stop();
  registry.offer(article, null);
  expect(seen).toEqual([['refresh', 'summary'], ['refresh', 'abort'], ['abort']]);
  expect(read()).toEqual([]);
});

test('what is offered as the first comes first, whenever that is', () => {
  const registry = createCommandRegistry();
  const article = {};
  registry.offer({}, () => [command('star')]);
  registry.offer(article, () => [command('summary')], true);
  registry.offer({}, () => [command('theme')]);
  expect(registry.read().map(({ id }) => id)).toEqual(['summary', 'star', 'theme']);
  registry.offer(article, null, true);
  expect(registry.read().map(({ id }) => id)).toEqual(['star', 'theme']);
});
