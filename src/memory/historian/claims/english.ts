import { readSpaced } from './read-spaced.ts';
import { parseVerbs, type Verb } from './tongue.ts';
import verbs from './verbs.json' with { type: 'json' };

export const readEnglish = readSpaced({
  verbs: [...verbs.english.regular.split(' ').map(conjugate), ...parseVerbs(verbs.english.irregular)],
  clauseEnd:
    /[,;:—–()]|\.\s|\b(?:but|then|while)\b|\band (?=(?:i|we|you|it|they|the|your|this|that|he|she)(?:'|\b))/u,
  unreal:
    /\b(?:will|would|shall|should|can|could|may|might|must|going to|want(?:s|ed)?|needs?|needed|to be|if|once|when|after|before|until|unless|not|never|nothing|none|nobody|cannot|offer(?:s|ed|ing)?|propos(?:e|es|ed|ing|al)|suggest(?:s|ed|ing)?|plan(?:s|ned|ning)?|recommend(?:s|ed)?|asked|asks|promis(?:e|es|ed)|intend(?:s|ed)?|agreed|let me|let's|about to|ready|whether|please|await(?:s|ing)?|pending|without)\b|'(?:ll|d)\b|n't\b/u,
  unrealWhere: 'before',
  auxiliary: null,
  determiner: /\b(?:the|a|an|your|my|our|their|his|her|its|these|those|any|each|every|previously|newly)\s+$/u,
  offer:
    /\b(?:i|we)(?:'ll|'d| will| can| could| would| might| may| should| shall| am going to|'m going to|'re going to| are going to| plan| propose| suggest| recommend| intend)\b|\b(?:shall|should|may|can|could) (?:i|we)\b|\bwould you like|\bdo you want|\bwant me to|\blet me\b|\blet's\b|\b(?:my|the|a) plan\b|\bready to\b|\bif you(?:'d| would)? (?:like|want|agree|confirm|approve)|\bonce you\b|\bplease confirm|\bpropos(?:e|al)|\bi'm about to\b|\bnext,? i\b/u,
  finished:
    /^\W*(?:all )?(?:done|all set|finished|completed|that's (?:it|done)|it's done)\b|\b(?:is|are|it's|that's|everything is) (?:all )?(?:done|set|complete)\b|\bsuccess(?:fully|ful)\b/u,
});

function conjugate(verb: string): Verb {
  const stem = verb.endsWith('e') ? verb.slice(0, -1) : verb;
  return [verb, `${verb} ${verb}s ${stem}ing`, `${stem}ed`];
}
