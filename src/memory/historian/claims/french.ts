import { frenchVerbs } from './other-verbs.ts';
import { parseVerbs, readSpaced, type Verb } from './tongue.ts';
import verbs from './verbs.json' with { type: 'json' };

export const readFrench = readSpaced({
  verbs: [...parseVerbs(verbs.french.regular).map(conjugate), ...parseVerbs(verbs.french.irregular)],
  clauseEnd:
    /[,;:—–()]|\.\s|(?<!\p{L})(?:mais|puis)(?!\p{L})|(?<!\p{L})et (?=(?:je|nous|j'|il|elle|ils|vous)\b)/u,
  unreal:
    /(?<!\p{L})(?:vais|va|vas|allons|allez|vont|peux|peut|pouvons|pourr\p{L}+|veux|voul\p{L}+|souhait\p{L}+|devr\p{L}+|dois|doit|faut|faudra|sera|seront|si|pas|jamais|ne|n'|rien|propos\p{L}*|suggér\p{L}*|offert|avant|après|une fois|dès|prévu|prévoi\p{L}*)(?!\p{L})|(?<!\p{L})n'/u,
  unrealWhere: 'before',
  auxiliary: /(?<!\p{L})(?:j'ai|ai|as|a|avons|avez|ont|été|est|sont|avait)(?!\p{L})/u,
  determiner: null,
  offer:
    /(?<!\p{L})(?:je vais|nous allons|je peux|puis-je|nous pouvons|je pourrais|nous pourrions|je propose|je suggère|voulez-vous|veux-tu|souhaitez-vous|dois-je|mon plan|si vous (?:voulez|souhaitez|êtes d'accord)|si tu (?:veux|es d'accord)|dès que|une fois que|\p{L}+erai|\p{L}+erons)(?!\p{L})/u,
  other: frenchVerbs,
  finished:
    /^\W*(?:c'est fait|terminé|fait|voilà qui est fait|tout est (?:prêt|fait))(?!\p{L})|(?<!\p{L})avec succès(?!\p{L})/u,
});

function conjugate([name, stems]: Verb): Verb {
  const each = (endings: string) =>
    stems
      .split(' ')
      .flatMap((stem) => endings.split(' ').map((ending) => stem + ending))
      .join(' ');
  return [name, each('er erai erons era eront erais erait e ent ions'), each('é ée és ées')];
}
