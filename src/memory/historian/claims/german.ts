import { readSpaced } from './read-spaced.ts';
import type { Verb } from './tongue.ts';

const verbs: readonly Verb[] = [
  ['save', 'speichern speichere sichern abspeichern abzuspeichern', 'gespeichert gesichert abgespeichert'],
  ['store', 'ablegen abzulegen hinterlegen', 'abgelegt hinterlegt'],
  ['create', 'anlegen anzulegen erstellen erstelle', 'angelegt erstellt'],
  ['add', 'hinzufügen hinzuzufügen ergänzen eintragen einzutragen', 'hinzugefügt ergänzt eingetragen'],
  ['update', 'aktualisieren aktualisiere', 'aktualisiert'],
  ['change', 'ändern ändere anpassen anzupassen', 'geändert angepasst'],
  ['delete', 'löschen lösche', 'gelöscht'],
  ['remove', 'entfernen entferne', 'entfernt'],
  ['send', 'senden sende schicken schicke versenden verschicken', 'gesendet geschickt versendet verschickt'],
  ['book', 'buchen buche', 'gebucht'],
  ['reserve', 'reservieren reserviere', 'reserviert'],
  ['order', 'bestellen bestelle', 'bestellt'],
  ['buy', 'kaufen kaufe', 'gekauft'],
  ['pay', 'bezahlen zahlen überweisen', 'bezahlt gezahlt überwiesen'],
  ['cancel', 'stornieren storniere absagen abzusagen kündigen', 'storniert abgesagt gekündigt'],
  ['move', 'verschieben verschiebe', 'verschoben'],
  ['rename', 'umbenennen umzubenennen', 'umbenannt'],
  ['upload', 'hochladen hochzuladen', 'hochgeladen'],
  ['download', 'herunterladen herunterzuladen', 'heruntergeladen'],
  ['install', 'installieren installiere', 'installiert'],
  ['configure', 'einrichten einzurichten konfigurieren', 'eingerichtet konfiguriert'],
  ['publish', 'veröffentlichen', 'veröffentlicht'],
  ['submit', 'einreichen einzureichen', 'eingereicht'],
  ['register', 'registrieren anmelden anzumelden', 'registriert angemeldet'],
  ['replace', 'ersetzen ersetze', 'ersetzt'],
  ['fix', 'beheben behebe reparieren korrigieren', 'behoben repariert korrigiert'],
  ['write', 'schreiben schreibe', 'geschrieben'],
  ['complete', 'abschließen abzuschließen erledigen', 'abgeschlossen erledigt'],
  ['transfer', 'übertragen übertrage', ''],
  ['copy', 'kopieren kopiere', 'kopiert'],
];

export const readGerman = readSpaced({
  verbs,
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
