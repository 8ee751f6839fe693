import { removeIds } from '#memory/historian/entities/remove-ids.ts';
import { fenceText } from '#templates/render-template.ts';
import { splitWords } from '#text/sentences/words.ts';
import type { Expression } from './find-expressions.ts';

/** Finds quantities in each language, because a language builds its expressions on first use. */
async function readQuantities(): Promise<void> {
  const { findQuantities } = await import('#text/grounding/quantities.ts');
  for (const language of ['en', 'de', 'nl', 'fr', 'es', 'it', 'pt', 'ru', 'zh', 'ja', 'ko', 'sv'])
    findQuantities('On 3 May 2020 zweihundertdreitausend tweehonderdduizend, 1.100 or a third.', language);
}

/** Makes each file build its expressions, by loading it or by a call. */
const builders: Record<string, () => unknown> = {
  'src/text/answers/error-like.ts': () => import('#text/answers/error-like.ts'),
  'src/memory/historian/claims/japanese.ts': () => import('#memory/historian/claims/japanese.ts'),
  'src/memory/historian/entities/remove-ids.ts': () =>
    removeIds('the id 6f1c2d3e-4b5a-6978-8796-a5b4c3d2e1f0 and order-77431', ['order-77431']),
  'src/sources/entry/pages/hidden-text.ts': () => import('#sources/entry/pages/hidden-text.ts'),
  'src/sources/entry/pages/plain-text.ts': () => import('#sources/entry/pages/plain-text.ts'),
  // This expression is used on texts that ship with the program.
  'src/sources/entry/feeds/sample-feed.ts': () => new RegExp('^author: *(.+)$', 'm'),
  'src/sources/entry/summaries/entry-gate.ts': () => import('#sources/entry/summaries/entry-gate.ts'),
  'src/templates/render-template.ts': () =>
    fenceText({ name: 'source', text: 'a', fences: ['source', 'title'] }),
  'src/templates/parse-body.ts': () => import('#templates/parse-body.ts'),
  'src/text/answers/wording.ts': () => import('#text/answers/wording.ts'),
  'src/memory/historian/claims/chinese.ts': () => import('#memory/historian/claims/chinese.ts'),
  'src/text/privacy/command-shapes.ts': () => import('#text/privacy/command-shapes.ts'),
  'src/text/privacy/context-tag.ts': () => import('#text/privacy/context-tag.ts'),
  'src/text/extraction/boilerplate.ts': () => import('#text/extraction/boilerplate.ts'),
  'src/text/extraction/bonds.ts': () => import('#text/extraction/bonds.ts'),
  'src/text/extraction/features.ts': () => import('#text/extraction/features.ts'),
  'src/text/extraction/page-notes.ts': () => import('#text/extraction/page-notes.ts'),
  'src/text/extraction/passages.ts': () => import('#text/extraction/passages.ts'),
  'src/text/extraction/statements.ts': () => import('#text/extraction/statements.ts'),
  'src/text/extraction/units.ts': () => import('#text/extraction/units.ts'),
  'src/text/extraction/wording.ts': () => import('#text/extraction/wording.ts'),
  'src/text/grounding/across/mood.ts': () => import('#text/grounding/across/mood.ts'),
  'src/text/grounding/alignment/critical-words.ts': () =>
    import('#text/grounding/alignment/critical-words.ts'),
  'src/text/grounding/conflicts/oppositions.ts': () => import('#text/grounding/conflicts/oppositions.ts'),
  'src/text/grounding/conflicts/unspaced-names.ts': () =>
    import('#text/grounding/conflicts/unspaced-names.ts'),
  'src/text/grounding/number-words.ts': readQuantities,
  'src/text/grounding/quantities/find-dates.ts': readQuantities,
  'src/text/grounding/quantities/find-digits.ts': readQuantities,
  'src/text/grounding/quantities/find-fractions.ts': readQuantities,
  'src/text/memories/cues.ts': () => import('#text/memories/cues.ts'),
  'src/text/memories/foreign-voice.ts': () => import('#text/memories/foreign-voice.ts'),
  'src/text/memories/find-proposal.ts': () => import('#text/memories/find-proposal.ts'),
  'src/text/memories/limit-shapes.ts': () => import('#text/memories/limit-shapes.ts'),
  'src/text/memories/paste-signs.ts': () => import('#text/memories/paste-signs.ts'),
  'src/text/layout/line-marks.ts': () => import('#text/layout/line-marks.ts'),
  'src/text/privacy/secret-shapes.ts': () => import('#text/privacy/secret-shapes.ts'),
  'src/text/privacy/told-shapes.ts': () => import('#text/privacy/told-shapes.ts'),
  'src/text/titles/scan-talk.ts': () => import('#text/titles/scan-talk.ts'),
  'src/text/search-terms.ts': () => import('#text/search-terms.ts'),
  'src/text/privacy/tag-pattern.ts': async () => {
    const { tagPattern } = await import('#text/privacy/tag-pattern.ts');
    return tagPattern('private');
  },
  'src/text/sentences/sentences.ts': () => import('#text/sentences/sentences.ts'),
  'src/text/sentences/words.ts': () => splitWords('one word'),
};

export const knownBuilders: string[] = Object.keys(builders).toSorted();

/** Collects the expressions that are built at run time. */
export async function collectBuilt(): Promise<Expression[]> {
  const built = new Map<string, Expression>();
  const Original = globalThis.RegExp;
  let place = '';
  globalThis.RegExp = new Proxy(Original, {
    construct(target, given: [string | RegExp, string?]) {
      const made = Reflect.construct(target, given);
      built.set(`${made}`, { place, source: made.source, flags: made.flags });
      return made;
    },
  });
  try {
    for (const [file, build] of Object.entries(builders)) {
      place = `${file} (built)`;
      await build();
    }
  } finally {
    globalThis.RegExp = Original;
  }
  return [...built.values()];
}
