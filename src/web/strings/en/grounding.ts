import type { GroundedSentence, GroundingFlag, OpinionState } from '#schema/runs/grounding.ts';
import type { Formats } from '#web/strings/formats.ts';

/** One detail of a summary that conflicts with its source or is not in it. */
export interface Finding {
  kind: Exclude<GroundingFlag['kind'], 'term'>;
  reason: GroundingFlag['reason'];
  detail: string;
  /** What the source says instead, or null if unknown. */
  said: string | null;
}

interface Source {
  name: string;
  says: string;
}

const kinds: Record<Exclude<Finding['kind'], 'claim'>, string> = {
  number: 'Number',
  unit: 'Unit',
  currency: 'Currency',
  date: 'Date',
  name: 'Name',
  role: 'Role',
  quantifier: 'Quantity',
  negation: 'Negation',
  polarity: 'Direction',
  quote: 'Quotation',
  hedge: 'Certainty',
  condition: 'Condition',
  comparison: 'Comparison',
  order: 'Order of events',
};

/** Wording for kinds whose detail appears in the source but belongs to something else. */
const others: Partial<Record<Finding['kind'], string>> = {
  number: 'but about something else',
  date: 'but about something else',
  name: 'but about something else',
  role: 'but for someone else',
};

export function enGrounding(format: Formats, source: Source = { name: 'the article', says: 'says' }) {
  const { name } = source;

  function describe({ kind, reason, detail, said }: Finding): string {
    if (kind === 'claim')
      return `“${detail}” ${reason === 'missing' ? 'not found in' : 'contradicts'} ${name}`;
    const quoted = said === null ? 'the opposite' : `“${said}”`;
    if (reason === 'reversed') {
      const what = kind === 'negation' ? 'Meaning' : kinds[kind];
      return `${what} reversed: “${detail}”; ${name} ${source.says} ${quoted}`;
    }
    const subject = `${kinds[kind]} “${detail}”`;
    if (said !== null) return `${subject}: ${name} ${source.says} ${quoted}`;
    if (reason === 'missing') return `${subject} not found in ${name}`;
    const other = others[kind];
    return other === undefined ? `${subject} differs from ${name}` : `${subject} is in ${name}, ${other}`;
  }

  return {
    sentences: 'Sentences: use arrow keys to move between them, Enter to show the passage in the article',
    sentence: 'Sentence check',
    state: {
      quoted: `Quoted from ${name}`,
      confirmed: `Confirmed by a model with ${name}`,
      different: `Different in ${name}`,
      'not-in-the-source': `Not in ${name}`,
      wrong: `Wrong: contradicted by a model with ${name}`,
      'not-checked': 'Not checked',
    } satisfies Record<GroundedSentence['state'], string>,
    /** The verdict of the user. */
    yours: { right: 'You say it is right', wrong: 'You say it is wrong' },
    say: { right: 'This is right', wrong: 'This is wrong', undo: 'Undo' },
    otherwise: (checked: string, verdict: string) => `${checked}: ${verdict}`,
    readPassage: 'Not checked: read the passage',
    finding: describe,
    fromArticle: `From ${name}`,
    closest: `Closest in ${name}`,
    showPassage: 'Show in article',
    shown: 'The passage is highlighted in the article.',
    notFound: 'This passage could not be found in the displayed article.',
    changed: 'The article has changed since this check, so passages are not shown.',
    changedSince: 'The article has changed since this check.',

    strip: (covered: number) =>
      `Where the summary comes from: it draws on ${format.number(Math.round(covered * 100))}% of ${name}`,
    stripMark: (verdict: string, passage: string) => `${verdict}: “${passage}”`,

    check: `Check against ${name}`,
    line: {
      found: (count: number, details: number) =>
        `${format.number(count)} of ${format.plural(details, { one: '# detail', other: '# details' })} found`,
      different: (count: number) => `${format.number(count)} different`,
      missing: (count: number) => `${format.number(count)} not in the source`,
      quoted: (count: number) => `${format.number(count)} quoted`,
      confirmed: (count: number, model: string) => `${format.number(count)} confirmed by ${model}`,
      wrong: (count: number, model: string) => `${format.number(count)} contradicted by ${model}`,
      notChecked: (count: number) => `${format.number(count)} not checked`,
      right: (count: number) => `${format.number(count)} marked right by you`,
      wrongByYou: (count: number) => `${format.number(count)} marked wrong by you`,
    },
    counts: {
      quoted: (count: number) =>
        format.plural(count, { one: '# sentence quoted', other: '# sentences quoted' }),
      confirmed: (count: number) =>
        format.plural(count, {
          one: '# sentence confirmed by a model',
          other: '# sentences confirmed by a model',
        }),
      different: (count: number) =>
        format.plural(count, {
          one: `# sentence where ${name} ${source.says} something else:`,
          other: `# sentences where ${name} ${source.says} something else:`,
        }),
      'not-in-the-source': (count: number) =>
        format.plural(count, {
          one: `# sentence with a detail that is not in ${name}:`,
          other: `# sentences with a detail that is not in ${name}:`,
        }),
      wrong: (count: number) =>
        format.plural(count, {
          one: '# sentence contradicted by a model:',
          other: '# sentences contradicted by a model:',
        }),
      'not-checked': (count: number) =>
        format.plural(count, { one: '# sentence not checked', other: '# sentences not checked' }),
    } satisfies Record<GroundedSentence['state'], (count: number) => string>,

    countsByYou: {
      right: (count: number) =>
        format.plural(count, { one: '# sentence you say is right', other: '# sentences you say are right' }),
      wrong: (count: number) =>
        format.plural(count, { one: '# sentence you say is wrong', other: '# sentences you say are wrong' }),
    },
    aModel: 'a model',
    checkedBy: {
      rules: () => 'Checked by rules',
      'rules-only': (model: string) => `Checked by rules; ${model} couldn’t decide`,
      model: (model: string) => `Checked by ${model}`,
      both: (model: string) => `Checked by rules and ${model}`,
    },
    byWriter: 'Checked by the model that wrote it.',
    chooseAnother: 'Choose another',
    answeredFor: (count: number, asked: number) =>
      `The model answered for ${format.number(count)} of ${format.plural(asked, { one: '# sentence', other: '# sentences' })}. The others are not checked by it.`,
    said: {
      quoted: 'quoted',
      confirmed: 'confirmed',
      different: `different in ${name}`,
      'not-in-the-source': `not in ${name}`,
      wrong: 'wrong',
      'not-checked': 'not checked',
    } satisfies Record<GroundedSentence['state'], string>,
    /** What a model says. */
    told: {
      supported: 'supported',
      contradicted: `contradicted by ${name}`,
      'not-found': `not in ${name}`,
      undecided: 'undecided',
    } satisfies Record<OpinionState, string>,
    disagree: ({ model, rules, opinion }: Record<'model' | 'rules' | 'opinion', string>) =>
      `Rules: ${rules}. ${model}: ${opinion}`,
    because: (told: string, reason: string) => `${told} (“${reason}”)`,
    namedBy: (model: string) => `Passage named by ${model}`,

    checkWithModel: 'Check with a model',
    checkAgain: 'Check again',
    checking: 'Checking…',
    checkingPart: (part: number, total: number) =>
      `Checking ${format.number(part)} of ${format.number(total)}…`,
    fix: (count: number) => format.plural(count, { one: 'Fix # sentence', other: 'Fix # sentences' }),
    fixing: 'Fixing…',
    stopping: 'Stopping…',
    tryAgain: 'Try again',
    openRun: 'Details',
    failed: {
      check: 'Check failed',
      repair: 'Correction failed',
      state: 'Couldn’t load the check',
      undo: 'Couldn’t bring back the text',
      verdict: 'Couldn’t save your verdict',
    },
    failedBecause: (what: string, reason: string) => `${what}: ${reason}`,
    cannot: {
      check: 'The offline model can’t check sentences.',
      repair: 'The offline model can’t correct sentences.',
    },
    connect: 'Connect a model',
    ended: {
      check: { succeeded: 'Check finished.', failed: 'Check failed.', cancelled: 'Check stopped.' },
      repair: {
        succeeded: 'Correction finished.',
        failed: 'Correction failed.',
        cancelled: 'Correction stopped.',
      },
    },

    correctedBy: (model: string) => `Corrected by ${model}`,
    showBefore: 'Show before',
    hideBefore: 'Hide before',
    bringBack: 'Bring back',
    beforeNote: 'What the correction changed',
    usage: {
      check: (model: string, amounts: string) => `Check by ${model}: ${amounts}`,
      repair: (model: string, amounts: string) => `Correction by ${model}: ${amounts}`,
    },
    costUnknown: 'cost unknown',
  };
}
