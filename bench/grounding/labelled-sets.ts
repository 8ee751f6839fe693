import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { auc, balancedAccuracy, mean } from './measures.ts';
import type { CheckAnswer, CheckRequest } from './protocol.ts';

export interface Figure {
  title: string;
  value: number;
}

/** A labelled line of a set with the checks that it needs. */
export interface LabelledRow {
  document: string;
  requests: CheckRequest[];
}

export interface LabelledSet {
  name: string;
  rows: LabelledRow[];
  measure(rows: LabelledRow[], answers: Map<string, CheckAnswer>): Figure[];
}

type Answers = Map<string, CheckAnswer>;

/** Loads the sets that are reported by document. They are measured in the same way as by the scorer. */
export function loadSets(folder: string): LabelledSet[] {
  const load = <T>(name: string): T[] =>
    readFileSync(join(folder, `${name}.jsonl`), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  const texts = (name: string): Map<string, string> =>
    new Map(load<{ doc: string; text: string }>(name).map(({ doc, text }) => [doc, text]));
  return [
    toFrank(load('frank')),
    toEdits(load('summedits'), texts('summedits_docs')),
    toFlips(load('perturb'), texts('perturb_docs')),
    toKeywords(load('uhgeval_zh')),
  ];
}

function toFrank(lines: { dataset: string; source: string; summary: string; label: 0 | 1 }[]): LabelledSet {
  const rows = lines.map(({ source, summary, label, dataset }, index) => ({
    document: source,
    requests: [{ id: `frank-${index}`, lang: 'en', source, summary }],
    label: label === 1,
    dataset,
  }));
  return toSet('FRANK', rows, (chosen, answers) => [
    { title: 'pooled AUC', value: auc(scoresOf(chosen, answers)) },
    ...['cnndm', 'bbc'].map((dataset) => ({
      title: `${dataset} AUC`,
      value: auc(
        scoresOf(
          chosen.filter((row) => row.dataset === dataset),
          answers,
        ),
      ),
    })),
  ]);
}

function toEdits(
  lines: { doc: string; domain: string; summary: string; label: 0 | 1 }[],
  texts: Map<string, string>,
): LabelledSet {
  const rows = lines.map(({ doc, domain, summary, label }, index) => ({
    document: doc,
    requests: [{ id: `edits-${index}`, lang: 'en', source: texts.get(doc) ?? '', summary }],
    label: label === 1,
    domain,
  }));
  return toSet('SummEdits', rows, (chosen, answers) => {
    const domains = Map.groupBy(chosen, ({ domain }) => domain).values();
    const accuracies = [...domains].map((rows) => balancedAccuracy(scoresOf(rows, answers)));
    return [
      // A fold may have no good or no bad examples of a domain.
      { title: 'macro bacc', value: mean(accuracies.filter((value) => Number.isFinite(value))) },
      { title: 'AUC', value: auc(scoresOf(chosen, answers)) },
    ];
  });
}

function toFlips(
  lines: { doc: string; type: string; claim: string; corrupted: string }[],
  texts: Map<string, string>,
): LabelledSet {
  const rows = lines.map(({ doc, type, claim, corrupted }, index) => {
    const request = { lang: 'en', source: texts.get(doc) ?? '' };
    const clean = { ...request, id: `clean-${index}`, summary: claim };
    const dirty = { ...request, id: `dirty-${index}`, summary: corrupted };
    return { document: doc, type, clean, dirty, requests: [clean, dirty] };
  });
  const types = [...new Set(rows.map(({ type }) => type))].toSorted();
  return toSet('Flips', rows, (chosen, answers) =>
    types.map((type) => {
      const ofType = chosen.filter((row) => row.type === type);
      const scored = ofType.flatMap(({ clean, dirty }) => [
        { label: true, score: scoreOf(clean, answers) },
        { label: false, score: scoreOf(dirty, answers) },
      ]);
      return { title: `${type} AUC`, value: auc(scored) };
    }),
  );
}

function toKeywords(
  lines: { source: string; hallucinated: string; kw: { kw: string; label: 0 | 1 | null }[] }[],
): LabelledSet {
  const rows = lines.map(({ source, hallucinated, kw }, index) => {
    const request = { id: `keywords-${index}`, lang: 'zh', source, summary: hallucinated };
    return { document: source, request, requests: [request], keywords: kw };
  });
  return toSet('UHGEval keywords', rows, (chosen, answers) => {
    const scored = chosen.flatMap(({ request, keywords }) => {
      const flags = answers.get(request.id)?.sentences.flatMap((sentence) => sentence.flags) ?? [];
      return keywords.flatMap(({ kw, label }) => {
        const start = kw ? request.summary.indexOf(kw) : -1;
        if (start < 0 || label === null) return [];
        const isFlagged = flags.some((flag) => flag.start < start + kw.length && flag.end > start);
        return [{ label: label === 1, score: isFlagged ? 0 : 1 }];
      });
    });
    return [{ title: 'AUC of flags', value: auc(scored) }];
  });
}

/** Hides the details of a set's rows, so that the caller sees only documents and requests. */
function toSet<Row extends LabelledRow>(
  name: string,
  rows: Row[],
  measure: (rows: Row[], answers: Answers) => Figure[],
): LabelledSet {
  return {
    name,
    rows,
    measure: (chosen, answers) => {
      const wanted = new Set(chosen);
      return measure(
        rows.filter((row) => wanted.has(row)),
        answers,
      );
    },
  };
}

function scoresOf(
  rows: (LabelledRow & { label: boolean })[],
  answers: Answers,
): { label: boolean; score: number }[] {
  return rows.flatMap(({ requests, label }) =>
    requests.map((request) => ({ label, score: scoreOf(request, answers) })),
  );
}

function scoreOf({ id }: CheckRequest, answers: Answers): number {
  return answers.get(id)?.score ?? 0.5;
}
