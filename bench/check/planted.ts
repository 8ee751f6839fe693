import { readFileSync } from 'node:fs';
import { splitSentences } from '#text/sentences/sentences.ts';

interface PlantedDocument {
  id: string;
  language: string;
  source: string;
  cases: { text: string; lang: string; label: 'good' | 'bad'; wrong?: string }[];
}

/**
 * The numbers of the source sentences that together decide each case. The list is empty if the source says nothing
 * about it.
 */
type Gold = { id: string; cases: { text: string; gold: number[] }[] }[];

export interface PlantedCase {
  text: string;
  isGood: boolean;
  wrong: string;
  /** The source sentences that decide the case, or null if they are not labelled. */
  deciding: string[] | null;
}

/** A summary of a few planted sentences, in which correct and incorrect ones are mixed. */
export interface PlantedSummary {
  source: string;
  sourceLanguage: string;
  language: string;
  cases: PlantedCase[];
  text: string;
}

interface Options {
  data: string;
  gold: string | undefined;
  /** Whether every summary gets the texts of all documents as its source. */
  isJoined: boolean;
}

const casesOfSummary = 5;

export function readPlanted({ data, gold, isJoined }: Options): PlantedSummary[] {
  const documents: PlantedDocument[] = JSON.parse(readFileSync(data, 'utf8'));
  const labels: Gold | undefined = gold === undefined ? undefined : JSON.parse(readFileSync(gold, 'utf8'));
  const joined = documents.map(({ source }) => source).join('\n\n');
  return documents.flatMap((document) => {
    const deciding = labels && decidingOf(document, labels);
    const byLanguage = Map.groupBy(document.cases, ({ lang }) => lang);
    return [...byLanguage].flatMap(([language, cases]) =>
      deal(cases).map((dealt) => ({
        source: isJoined ? joined : document.source,
        sourceLanguage: document.language,
        language,
        cases: dealt.map(({ text, label, wrong = '' }) => ({
          text,
          isGood: label === 'good',
          wrong,
          deciding: deciding?.get(text) ?? null,
        })),
        // Each case is in its own paragraph, because a fragment has no full stop.
        text: dealt.map(({ text }) => text).join('\n\n'),
      })),
    );
  });
}

/** Deals cases out like cards, because the data lists correct cases before incorrect ones. */
function deal<T>(cases: readonly T[]): T[][] {
  const hands = Math.ceil(cases.length / casesOfSummary);
  return Array.from({ length: hands }, (_, hand) => cases.filter((_case, at) => at % hands === hand));
}

function decidingOf({ id, language, source }: PlantedDocument, gold: Gold): Map<string, string[]> {
  const sentences = splitSentences(source, language);
  const labelled = gold.find((document) => document.id === id)?.cases ?? [];
  return new Map(
    labelled.map(({ text, gold: numbers }) => [text, numbers.map((at) => sentences[at]?.text ?? '')]),
  );
}
