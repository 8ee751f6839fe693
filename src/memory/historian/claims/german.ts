import { readSpaced } from './read-spaced.ts';
import { parseVerbs } from './tongue.ts';
import verbs from './verbs.json' with { type: 'json' };

export const readGerman = readSpaced({
  verbs: parseVerbs(verbs.german),
  clauseEnd: /[,;:—–()]|\.\s|\b(?:aber|dann|und (?=(?:ich|wir|sie|es|die|der|das)\b))\b/u,
  unreal:
    /(?<!\p{L})(?:wird|werde|werden|würden?|kann|könn(?:en|te|ten)|soll(?:en|te|ten)?|muss|müss(?:en|te|ten)|möchten?|wollen|will|nicht|nie|keine?n?|wenn|falls|sobald|bevor|vorgeschlagen|angeboten|geplant|schlug|bot|bietet|ob|noch|bitte|zu)(?!\p{L})/u,
  unrealWhere: 'clause',
  auxiliary: /(?<!\p{L})(?:habe|haben|hat|hast|hatten?|wurden?|ist|sind|war|waren|worden)(?!\p{L})/u,
  determiner: null,
  offer:
    /(?<!\p{L})(?:ich werde|wir werden|werde ich|ich kann|kann ich|ich könnte|wir könn(?:en|ten)|ich würde|soll ich|sollen wir|möchten sie|möchtest du|willst du|ich schlage|vorschlag|wenn sie (?:möchten|wollen|zustimmen)|wenn du (?:möchtest|willst)|sobald (?:sie|du)|lassen sie mich|lass mich|mein plan|ich plane)(?!\p{L})/u,
  finished:
    /^\W*(?:erledigt|fertig|geschafft|alles (?:erledigt|fertig))(?!\p{L})|(?<!\p{L})erfolgreich(?!\p{L})/u,
});
