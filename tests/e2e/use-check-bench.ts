import type { BrowserContextOptions, Page } from 'playwright';
import { beforeEach } from 'vitest';
import { defaultSettings } from '#schema/settings.ts';
import type { Reply, ReplyFunction, ScriptedRequest } from '#tests/fixtures/scripted-model/reply.ts';
import { panelPage } from './panel-page.ts';
import { bridge, usePanelBench } from './use-panel-bench.ts';

/** The sentences of a summary. The article says 118 million, and rules can decide neither `wait` nor `worry`. */
export const told = {
  ferries:
    'For them the city will run two electric ferries, every eight minutes from five in the morning until midnight, free of charge.',
  wait: 'Commuters brace themselves for a long wait.',
  cost: 'Repair instead of replacement will cost an estimated 987 million crowns.',
  worry: 'Traders on the quay worry about their takings.',
};
export const correctCost = 'Repair instead of replacement will cost an estimated 118 million crowns.';

export const summaryText = `${told.ferries} ${told.wait}\n\n- ${told.cost}\n- ${told.worry}`;

export const lines = {
  rules: '3 of 4 details found · 1 different · 1 quoted · 2 not checked',
  corrected: '4 of 4 details found · 2 quoted · 2 not checked',
};

type Task = 'summary' | 'check' | 'claim' | 'repair';
type Replies = Partial<Record<Task, Reply | ReplyFunction>>;

interface Told {
  verdict: 'supported' | 'contradicted' | 'not-found' | 'undecided';
  wrong?: string;
  reason?: string;
}

async function prepare({ client, useModel }: ReturnType<typeof usePanelBench>): Promise<void> {
  await client().settings.patch({ check: defaultSettings.check });
  await useModel({ model: 'qwen3-8b' });
}

/** The program with a summary in which one number is wrong, and a model that is scripted by task. */
export function useCheckBench() {
  const bench = usePanelBench();
  const { model, openEntry } = bench;

  beforeEach(() => prepare(bench));

  /** Sets the replies from now on. By default, a summary has the text above. */
  function replyBy(replies: Replies): void {
    model().always(replyByTask(replies));
  }

  /** Opens an entry with its summary, and the page object of its check. */
  async function openSummarized(options: BrowserContextOptions = {}) {
    const opened = await openEntry(bridge, options);
    const { page, panel } = opened;
    await panel.summaryButton.click();
    await panel.complete.waitFor();
    return { ...opened, ...checkPage(page) };
  }

  return { ...bench, replyBy, openSummarized };
}

export function replyByTask(replies: Replies): ReplyFunction {
  return (request) => {
    const reply = { summary: { text: summaryText }, ...replies }[taskOf(request)];
    if (reply === undefined) throw new Error(`no reply for ${taskOf(request)}`);
    return typeof reply === 'function' ? reply(request) : reply;
  };
}

/** Page object for the check of a summary. */
export function checkPage(page: Page) {
  const panel = panelPage(page);
  const sentence = (text: string) => panel.shown.getByRole('link', { name: text });
  return {
    details: page.getByRole('dialog', { name: 'Check against the article' }),
    sentence,
    tip: page.getByTestId('sentence-tip'),
    line: panel.metadata('grounding'),
    note: page.getByTestId('repair-note'),
    failure: page.getByTestId('check-failure'),
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    stateOf: (text: string) => sentence(text).getAttribute('data-state'),
    openDetails: () => panel.panel.getByRole('button', { name: 'Check against the article' }).click(),
  };
}

/** Whether the request asks a model to check or to correct a summary. */
export function isOfCheck(request: ScriptedRequest): boolean {
  return taskOf(request) !== 'summary';
}

function taskOf({ system }: ScriptedRequest): Task {
  if (system.includes('You correct sentences')) return 'repair';
  if (system.includes('You check a summary')) return 'check';
  return system.includes('whether the claim is supported') ? 'claim' : 'summary';
}

/** The sentence that a model which only answers yes or no is asked about. */
export function claimOf({ prompt }: ScriptedRequest): string {
  return /<claim>\s*(?:- )?([^]*?)\s*<\/claim>/.exec(prompt)?.[1] ?? '';
}

/** What a checker answers, in one chunk for each sentence. It names the passage closest to the sentence. */
export function verdictsOn({ prompt }: ScriptedRequest, opinions: Record<string, Told>): string[] {
  const asked = [...prompt.matchAll(/^(?<number>\d+)\. (?<text>.+?)(?: \(passages (?<near>\d+).*\))?$/gm)];
  return asked.map(({ groups = {} }, index) => {
    const found = Object.entries(opinions).find(([sentence]) => groups.text?.includes(sentence))?.[1];
    const { verdict, wrong = '', reason = '' } = found ?? { verdict: 'undecided' };
    const passages = [Number(groups.near ?? 1)];
    const element = JSON.stringify({ number: Number(groups.number), verdict, passages, wrong, reason });
    return `${index === 0 ? '{"sentences":[' : ','}${element}${index === asked.length - 1 ? ']}' : ''}`;
  });
}

/** Makes answers wait until the test lets them go, in the order of their requests. */
export function gate() {
  const waiting: (() => void)[] = [];
  let opened = 0;
  return {
    pass: () =>
      new Promise<void>((resolve) => {
        if (opened > 0) {
          opened -= 1;
          resolve();
        } else waiting.push(resolve);
      }),
    open(): void {
      const next = waiting.shift();
      if (next === undefined) opened += 1;
      else next();
    },
  };
}
