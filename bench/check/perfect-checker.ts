import type { OpinionState } from '#schema/runs/grounding.ts';
import type { Reply, ScriptedRequest } from '#tests/fixtures/scripted-model/reply.ts';
import type { AskedSentence, Manner, Verdict } from './manners.ts';
import type { PlantedCase } from './planted.ts';

type Passages = { number: number; text: string }[];

// The reasons are as long as real ones, so that the output tokens are realistic too.
const reasons: Readonly<Record<OpinionState, string>> = {
  supported: '',
  contradicted: 'The passage gives this detail otherwise than the sentence does.',
  'not-found': 'None of the passages says anything about this.',
  undecided: 'The passages do not settle whether this is so.',
};

interface Checker {
  cases: readonly PlantedCase[];
  /** The manner of the answers now. */
  manner(): Manner;
  onCall(about: PlantedCase): void;
}

/**
 * Answers like a checker without fault that sees only what it is sent, and then in the manner that is asked for. If
 * all sentences that decide a case are among the passages, it knows the label, and otherwise that it cannot tell. A
 * checker that answers only yes or no then says no.
 */
export function createChecker({ cases, manner, onCall }: Checker): (request: ScriptedRequest) => Reply {
  const byText = new Map(cases.map((planted) => [flat(planted.text), planted]));
  const lastOf = new Map<string, Verdict[]>();

  function find(sentence: string): PlantedCase {
    const found = byText.get(sentence) ?? cases.find(({ text }) => flat(text).includes(sentence));
    if (found === undefined) throw new Error(`no planted case has the sentence: ${sentence}`);
    return found;
  }

  return ({ system, prompt }) => {
    const { bend, write, writeOne } = manner();
    if (system.startsWith('Determine')) {
      const [document = '', claim = ''] = prompt.split('\nClaim:');
      const text = flat(claim.replace(/<\/?claim>/g, ''));
      const about = find(text);
      onCall(about);
      const asked = { text, hints: [1], passageCount: 1 };
      const told = bend({ number: 1, ...judge(about, [{ number: 1, text: flat(document) }], asked) }, asked);
      return { text: writeOne(told), usage: null };
    }
    const [passagePart = '', sentencePart = ''] = prompt.split('Sentences of the summary:');
    const passages = [...passagePart.matchAll(/^\[(\d+)\] (.*)$/gm)].map(([, number, text = '']) => ({
      number: Number(number),
      text: flat(text),
    }));
    const asked = [...sentencePart.matchAll(/^(\d+)\. (.*?)(?: \(passages ([\d, ]+)\))?$/gm)].map(
      ([, number, text = '', hints]) => ({
        number: Number(number),
        text: flat(text),
        hints: hints === undefined ? [1] : hints.split(', ').map(Number),
        passageCount: passages.length,
      }),
    );
    const key = asked.map(({ text }) => text).join('\n');
    const [first] = asked;
    if (first !== undefined) onCall(find(first.text));
    const last = lastOf.get(key);
    // A request to bring an answer into form has no passages.
    if (passages.length === 0 && last !== undefined)
      return { text: JSON.stringify({ sentences: last }), usage: null };
    const sentences = asked.map((one) =>
      bend({ number: one.number, ...judge(find(one.text), passages, one) }, one),
    );
    lastOf.set(key, sentences);
    return {
      text: write(
        sentences,
        asked.map(({ text }) => text),
      ),
      usage: null,
    };
  };
}

function judge(
  { deciding, isGood, wrong }: PlantedCase,
  passages: Passages,
  { hints }: AskedSentence,
): Omit<Verdict, 'number'> {
  // Without labels, the passages that the program names with a sentence are those that decide it.
  const numbers = deciding === null ? hints.slice(0, 2) : placesOf(deciding, passages);
  const tell = (verdict: OpinionState): Omit<Verdict, 'number'> => ({
    verdict,
    passages: numbers ?? [],
    wrong: verdict === 'contradicted' || verdict === 'not-found' ? wrong : '',
    reason: reasons[verdict],
  });
  if (numbers === null) return tell('undecided');
  if (isGood) return tell('supported');
  return tell(numbers.length === 0 ? 'not-found' : 'contradicted');
}

function placesOf(deciding: readonly string[], passages: Passages): number[] | null {
  const places = deciding.map((sentence) => passages.find(({ text }) => text.includes(flat(sentence))));
  if (places.includes(undefined)) return null;
  return [...new Set(places.flatMap((passage) => passage?.number ?? []))];
}

function flat(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
