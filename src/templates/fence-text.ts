/**
 * Puts untrusted text between `<name>` and `</name>` on lines of their own, so that the prompt can say where
 * material begins and ends. Inside the text, and nowhere else, one character of each look-alike is replaced:
 *
 * - `<` (also full-width `＜` and small `﹤`) becomes `&lt;` when what follows reads as the opening or closing tag of
 *   any of the prompt's fences: in any case, with spaces, invisible characters, slashes, `-` or `_` before or
 *   between the letters of the name, with or without attributes and `>`;
 * - `<` becomes `&lt;` before `|` or `｜` (`<|im_start|>`, `<|eot_id|>`, `<｜User｜>`) and in `<s>`, `<sys>` (of
 *   `<<SYS>>`), `<bos>`, `<eos>`, `<pad>`, `<unk>`, `<think>`, `<start_of_turn>`, `<end_of_turn>` and their closing
 *   forms: the control tokens of common chat formats;
 * - `[` becomes `&#91;` in the bracketed control tokens of Mistral and Llama 2, such as `[INST]` and `[/INST]`.
 *
 * Everything else stays as it is.
 */
export function fenceText({ name, text, fences }: { name: string; text: string; fences: string[] }): string {
  const defused = text
    .replace(lookAlikeOf(fences), '&lt;')
    .replace(ANGLE_TOKEN, '&lt;')
    .replace(BRACKET_TOKEN, '&#91;');
  return `<${name}>\n${defused}\n</${name}>`;
}

const ANGLE = '[<＜﹤]';
const GAP = '[\\s\\p{Cf}\\p{Cc}\\p{Mn}_.\\\\/∕⁄／-]*';

const ANGLE_TOKEN = new RegExp(
  `${ANGLE}(?=\\s*[|｜]|\\s*(?:/\\s*)?(?:s|sys|bos|eos|pad|unk|think|start_of_turn|end_of_turn)\\s*(?:/\\s*)?[>＞﹥])`,
  'giu',
);
const BRACKET_TOKEN =
  /\[(?=\s*(?:\/\s*)?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT|gMASK)\s*\])/gi;

function lookAlikeOf(names: string[]): RegExp {
  const spelled = names.map((name) => (name.match(/[A-Za-z0-9]/g) ?? []).join(GAP));
  return new RegExp(`${ANGLE}(?=${GAP}(?:${spelled.join('|')})(?![A-Za-z0-9]))`, 'giu');
}
