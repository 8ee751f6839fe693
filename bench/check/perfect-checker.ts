import type { OpinionState } from '#schema/runs/grounding.ts';
import type { Reply, ScriptedRequest } from '#tests/fixtures/scripted-model/reply.ts';
import type { PlantedCase } from './planted.ts';

type Passages = { number: number; text: string }[];
interface Verdict {
  verdict: OpinionState;
  passages: number[];
  wrong: string;
  reason: string;
}

// The reasons are as long as real ones, so that the output tokens are realistic too.
const reasons: Readonly<Record<OpinionState, string>> = {
  supported: '',
  contradicted: 'The passage gives this detail otherwise than the sentence does.',
  'not-found': 'None of the passages says anything about this.',
  undecided: 'The passages do not settle whether this is so.',
};

/**
 * Answers like a checker without fault that sees only what it is sent. If all sentences that decide a case are among
 * the passages, it answers by the label, and otherwise that it cannot tell. A checker that answers only yes or no
 * then says no.
 */
export function createPerfectChecker(
  cases: readonly PlantedCase[],
  onCall: (about: PlantedCase) => void,
): (request: ScriptedRequest) => Reply {
  const byText = new Map(cases.map((planted) => [flat(planted.text), planted]));

  function find(sentence: string): PlantedCase {
    const found = byText.get(sentence) ?? cases.find(({ text }) => flat(text).includes(sentence));
    if (found === undefined) throw new Error(`no planted case has the sentence: ${sentence}`);
    return found;
  }

  return ({ system, prompt }) => {
    if (system.startsWith('Determine')) {
      const [document = '', claim = ''] = prompt.split('\nClaim:');
      const about = find(flat(claim.replace(/<\/?claim>/g, '')));
      onCall(about);
      const { verdict } = judge(about, [{ number: 1, text: flat(document) }]);
      return { text: verdict === 'supported' ? 'Yes' : 'No', usage: null };
    }
    const [passagePart = '', sentencePart = ''] = prompt.split('Sentences of the summary:');
    const passages = [...passagePart.matchAll(/^\[(\d+)\] (.*)$/gm)].map(([, number, text = '']) => ({
      number: Number(number),
      text: flat(text),
    }));
    const asked = [...sentencePart.matchAll(/^(\d+)\. (.*?)(?: \(passages [\d, ]+\))?$/gm)].map(
      ([, number, text = '']) => ({ number: Number(number), about: find(flat(text)) }),
    );
    for (const { about } of asked.slice(0, 1)) onCall(about);
    const sentences = asked.map(({ number, about }) => ({ number, ...judge(about, passages) }));
    return { text: JSON.stringify({ sentences }), usage: null };
  };
}

function judge({ deciding, isGood, wrong }: PlantedCase, passages: Passages): Verdict {
  const places = (deciding ?? ['']).map((sentence) =>
    passages.find(({ text }) => text.includes(flat(sentence))),
  );
  const numbers = [...new Set(places.flatMap((passage) => passage?.number ?? []))];
  const tell = (verdict: OpinionState): Verdict => ({
    verdict,
    passages: numbers,
    wrong: verdict === 'contradicted' || verdict === 'not-found' ? wrong : '',
    reason: reasons[verdict],
  });
  if (places.includes(undefined)) return tell('undecided');
  if (isGood) return tell('supported');
  return tell(numbers.length === 0 ? 'not-found' : 'contradicted');
}

function flat(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
